// review_words.js: what the pages for looking again say, in English, Dutch and Chinese. Answers come from the program.

const WORDS = {
  en: {
    review: 'Review', guessed: 'Guessed:', guessed_why: 'the recording begins in the middle of a frame. What stood then?', on: 'Ball on', striker: 'At the table',
    score: 'Score', opening: 'a new frame', confirm: 'Confirm', speed: 'Speed', zoom: 'Zoom', follow: 'Follow', nothing: 'nothing', paths: 'Paths', lines: 'Lines',
    no_call: 'no call', sure: 'sure', hinge: 'It hangs on', then: 'else', contacts: 'Contacts', gaps: 'Gaps of the cue-ball', ask: 'Ask', export: 'Take along',
    accept: 'It is right', undo: 'Take back', rule: 'Rule:', done: 'Entered.', before: 'before', after: 'after', limit: 'limit', frame: 'frame', stroke: 'Stroke',
    colour: 'a colour', pin: 'PIN', enter: 'Enter', first: 'First ball?', touching: 'Touching?', snookered: 'Snookered?', 'full-ball': 'Full ball?',
    'before?': 'Where before?', 'in-d': 'In the D?', baulk: 'Over the baulk-line?', moving: 'Anything moving?', clip: 'clip with drawing', bare: 'clip', still: 'still',
    sheet: 'ruling sheet (PDF)', html: 'ruling sheet (HTML)', report: 'match report', csv: 'all strokes (CSV)', edl: 'all strokes (EDL)', ms: 'ms after the strike',
    replace: 'Put the balls back', there: 'in place', missing: 'not seen', move: 'move', close: 'nearly', all_there: 'All balls are in their places.', placed: 'All places are taken. Read the numbers marked ? by eye.', read_number: 'in place; read its number by eye', extra: 'balls lie where nothing was',
    waiting: 'Waiting for a picture…', left_to_do: 'left to do', up: 'towards the top cushion', down: 'towards baulk', left: 'to the left', right: 'to the right',
  },
  nl: {
    review: 'Terugkijken', guessed: 'Geraden:', guessed_why: 'de opname begint midden in een frame. Hoe stond het toen?', on: 'Bal on', striker: 'Aan tafel',
    score: 'Stand', opening: 'een nieuwe frame', confirm: 'Bevestigen', speed: 'Snelheid', zoom: 'Zoom', follow: 'Volg', nothing: 'niets', paths: 'Banen', lines: 'Lijnen',
    no_call: 'geen roep', sure: 'zeker', hinge: 'Het hangt af van', then: 'anders', contacts: 'Geraakt', gaps: 'Openingen bij de speelbal', ask: 'Vragen', export: 'Meenemen',
    accept: 'Het klopt', undo: 'Terugnemen', rule: 'Beslis:', done: 'Ingevoerd.', before: 'voor', after: 'na', limit: 'grens', frame: 'beeld', stroke: 'Stoot',
    colour: 'een kleur', pin: 'Pincode', enter: 'Invoeren', first: 'Eerste bal?', touching: 'Touching?', snookered: 'Gesnookerd?', 'full-ball': 'Vol te raken?',
    'before?': 'Waar ervoor?', 'in-d': 'In de D?', baulk: 'Over de baulklijn?', moving: 'Bewoog er iets?', clip: 'clip met tekening', bare: 'clip', still: 'beeld',
    sheet: 'blad bij de beslissing (PDF)', html: 'blad bij de beslissing (HTML)', report: 'wedstrijdverslag', csv: 'alle stoten (CSV)', edl: 'alle stoten (EDL)', ms: 'ms na de stoot',
    replace: 'Ballen terugleggen', there: 'op zijn plaats', missing: 'niet gezien', move: 'verleg', close: 'bijna', all_there: 'Alle ballen liggen op hun plaats.', placed: 'Alle plaatsen zijn bezet. Lees de nummers met ? zelf af.', read_number: 'op zijn plaats; lees zelf het nummer af', extra: 'ballen liggen waar niets lag',
    waiting: 'Wacht op een beeld…', left_to_do: 'te gaan', up: 'naar de bovenband', down: 'naar baulk', left: 'naar links', right: 'naar rechts',
  },
  zh: {
    review: '回看', guessed: '推测：', guessed_why: '录像从一局中间开始。当时的情况是？', on: '活球', striker: '击球方',
    score: '比分', opening: '新的一局', confirm: '确认', speed: '速度', zoom: '放大', follow: '跟随', nothing: '无', paths: '轨迹', lines: '连线',
    no_call: '无判罚', sure: '把握', hinge: '关键在于', then: '否则', contacts: '碰球', gaps: '主球间隙', ask: '提问', export: '导出',
    accept: '判罚正确', undo: '撤销', rule: '改判：', done: '已记录。', before: '击球前', after: '击球后', limit: '界限', frame: '帧', stroke: '第…杆',
    colour: '任意彩球', pin: '密码', enter: '确定', first: '最先击中？', touching: '贴球？', snookered: '障碍球？', 'full-ball': '能否全厚？',
    'before?': '之前球位？', 'in-d': '在D区内？', baulk: '越过开球线？', moving: '有球在动？', clip: '带图示片段', bare: '片段', still: '静帧',
    sheet: '裁决单（PDF）', html: '裁决单（HTML）', report: '比赛报告', csv: '全部击球（CSV）', edl: '全部击球（EDL）', ms: '毫秒（出杆后）',
    replace: '复位', there: '到位', missing: '看不到', move: '移动', close: '接近', all_there: '所有球都已到位。', placed: '所有位置都有球。请目视核对带 ? 的号码。', read_number: '到位；请目视核对号码', extra: '颗球在不该有球的位置',
    waiting: '等待画面…', left_to_do: '待完成', up: '朝顶库', down: '朝开球区', left: '向左', right: '向右',
  },
};

export const reviewWords = (language) => (key) => WORDS[language][key] ?? WORDS.en[key] ?? key;
