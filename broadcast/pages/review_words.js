// review_words.js: what the pages for looking again say, in English, Dutch and Chinese. Answers come from the program.

const WORDS = {
  en: {
    event_contact: 'contact', event_cushion: 'cushion', event_pocket: 'pocketed', event_off: 'off the table', event_line: 'baulk-line', event_strike: 'strike', after_strike: 'after the strike',
    keys: '← → one frame · Shift: ten · Space: play · Page Up/Down: stroke', asked: 'for a person to decide', foul: 'foul', scored: 'scored', doubtful: 'in doubt', ball_size: 'Balls look {1} mm across, not {2}: the table is probably of another size, and millimetres are wrong in proportion. See --table and --size.', height: 'The height of the camera is hardly known: at the ends of the table millimetres may be off by {1}.', end: 'Which end is baulk could not be seen; it was assumed.', gap: 'gap', margin: 'room at the edge', to_blocker: 'to the ball in the way', full_ball: 'room, full ball', any_part: 'room, any part', inside: 'inside by', beyond_line: 'beyond the line', shift: 'moved', yes: 'yes', no: 'no', unclear: 'cannot tell', none: 'none', known: 'known', several: 'several', is_it: 'Which ball is it?', q_first: 'which ball was hit first', q_other: 'a measurement', no_stroke: 'No stroke was found in this recording.',
    review: 'Review', guessed: 'Guessed:', guessed_why: 'the recording begins in the middle of a frame. What stood then?', on: 'Ball on', striker: 'At the table',
    score: 'Score', opening: 'a new frame', confirm: 'Confirm', speed: 'Speed', zoom: 'Zoom', follow: 'Follow', nothing: 'nothing', paths: 'Paths', lines: 'Lines',
    no_call: 'no call', sure: 'sure', hinge: 'It hangs on', then: 'Otherwise', contacts: 'Contacts, time after the strike', gaps: 'Gaps of the cue-ball', ask: 'Ask', export: 'Take along',
    accept: 'It is right', undo: 'Take back', rule: 'Rule:', done: 'Entered.', before: 'before', after: 'after', limit: 'limit', frame: 'frame', stroke: 'Stroke',
    colour: 'a colour', pin: 'PIN', enter: 'Enter', first: 'First ball?', touching: 'Touching?', snookered: 'Snookered?', 'full-ball': 'Full ball?',
    'before?': 'Where before?', 'in-d': 'In the D?', baulk: 'Over the baulk-line?', moving: 'Anything moving?', clip: 'clip with drawing', bare: 'clip', still: 'still',
    sheet: 'ruling sheet (PDF)', html: 'ruling sheet (HTML)', report: 'match report', csv: 'all strokes (CSV)', edl: 'all strokes (EDL)',
    replace: 'Put the balls back', there: 'in place', missing: 'not seen', move: 'move', close: 'nearly', all_there: 'All balls are in their places.', placed: 'All places are taken. Read the numbers marked ? by eye.', read_number: 'in place; read its number by eye', extra: 'balls lie where nothing was',
    waiting: 'Waiting for a picture…', left_to_do: 'left to do', up: 'to the top cushion', down: 'to baulk', left: 'to the left', right: 'to the right',
  },
  nl: {
    event_contact: 'geraakt', event_cushion: 'band', event_pocket: 'gepot', event_off: 'van tafel', event_line: 'baulklijn', event_strike: 'stoot', after_strike: 'na de stoot',
    keys: '← → één beeld · Shift: tien · Spatie: afspelen · Page Up/Down: stoot', asked: 'een mens beslist', foul: 'foul', scored: 'gescoord', doubtful: 'in twijfel', ball_size: 'Ballen lijken {1} mm groot, niet {2}: de tafel heeft waarschijnlijk een andere maat, en millimeters kloppen naar verhouding niet. Zie --table en --size.', height: 'De hoogte van de camera is nauwelijks bekend: aan de einden van de tafel kunnen millimeters er {1} naast zitten.', end: 'Welk einde baulk is was niet te zien; het is aangenomen.', gap: 'opening', margin: 'ruimte aan de rand', to_blocker: 'tot de bal in de weg', full_ball: 'ruimte, vol', any_part: 'ruimte, een deel', inside: 'binnen', beyond_line: 'voorbij de lijn', shift: 'verschoven', yes: 'ja', no: 'nee', unclear: 'niet te zeggen', none: 'geen', known: 'bekend', several: 'meer dan één', is_it: 'Welke bal is het?', q_first: 'welke bal het eerst geraakt is', q_other: 'een meting', no_stroke: 'In deze opname is geen stoot gevonden.',
    review: 'Terugkijken', guessed: 'Geraden:', guessed_why: 'de opname begint midden in een frame. Hoe stond het toen?', on: 'Bal on', striker: 'Aan tafel',
    score: 'Stand', opening: 'een nieuwe frame', confirm: 'Bevestigen', speed: 'Snelheid', zoom: 'Zoom', follow: 'Volg', nothing: 'niets', paths: 'Banen', lines: 'Lijnen',
    no_call: 'geen roep', sure: 'zeker', hinge: 'Het hangt af van', then: 'Anders', contacts: 'Geraakt, tijd na de stoot', gaps: 'Openingen bij de speelbal', ask: 'Vragen', export: 'Meenemen',
    accept: 'Het klopt', undo: 'Terugnemen', rule: 'Beslis:', done: 'Ingevoerd.', before: 'voor', after: 'na', limit: 'grens', frame: 'beeld', stroke: 'Stoot',
    colour: 'een kleur', pin: 'Pincode', enter: 'Invoeren', first: 'Eerste bal?', touching: 'Touching?', snookered: 'Gesnookerd?', 'full-ball': 'Vol te raken?',
    'before?': 'Waar ervoor?', 'in-d': 'In de D?', baulk: 'Over de baulklijn?', moving: 'Bewoog er iets?', clip: 'clip met tekening', bare: 'clip', still: 'beeld',
    sheet: 'blad bij de beslissing (PDF)', html: 'blad bij de beslissing (HTML)', report: 'wedstrijdverslag', csv: 'alle stoten (CSV)', edl: 'alle stoten (EDL)',
    replace: 'Ballen terugleggen', there: 'op zijn plaats', missing: 'niet gezien', move: 'verleg', close: 'bijna', all_there: 'Alle ballen liggen op hun plaats.', placed: 'Alle plaatsen zijn bezet. Lees de nummers met ? zelf af.', read_number: 'op zijn plaats; lees zelf het nummer af', extra: 'ballen liggen waar niets lag',
    waiting: 'Wacht op een beeld…', left_to_do: 'te gaan', up: 'naar de bovenband', down: 'naar baulk', left: 'naar links', right: 'naar rechts',
  },
  zh: {
    event_contact: '碰球', event_cushion: '碰库', event_pocket: '落袋', event_off: '出台', event_line: '开球线', event_strike: '出杆', after_strike: '出杆后',
    keys: '← → 一帧 · Shift：十帧 · 空格：播放 · Page Up/Down：换一杆', asked: '请人裁定', foul: '犯规', scored: '得分', doubtful: '存疑', ball_size: '球看起来直径{1}毫米，而不是{2}：球台尺寸可能不同，毫米数按比例有误。见 --table 和 --size。', height: '摄像机高度难以确定：球台两端的毫米数可能相差{1}。', end: '看不出哪一端是开球区；此为假定。', gap: '间隙', margin: '边缘余量', to_blocker: '到障碍球', full_ball: '全厚余量', any_part: '部分余量', inside: '在内', beyond_line: '越线', shift: '移动', yes: '是', no: '否', unclear: '无法断定', none: '无', known: '已知', several: '多颗', is_it: '这是哪颗球？', q_first: '最先击中哪颗球', q_other: '一项测量', no_stroke: '录像中没有发现击球。',
    review: '回看', guessed: '推测：', guessed_why: '录像从一局中间开始。当时的情况是？', on: '活球', striker: '击球方',
    score: '比分', opening: '新的一局', confirm: '确认', speed: '速度', zoom: '放大', follow: '跟随', nothing: '无', paths: '轨迹', lines: '连线',
    no_call: '无判罚', sure: '把握', hinge: '关键在于', then: '否则', contacts: '碰球（出杆后时间）', gaps: '主球间隙', ask: '提问', export: '导出',
    accept: '判罚正确', undo: '撤销', rule: '改判：', done: '已记录。', before: '击球前', after: '击球后', limit: '界限', frame: '帧', stroke: '第…杆',
    colour: '任意彩球', pin: '密码', enter: '确定', first: '最先击中？', touching: '贴球？', snookered: '障碍球？', 'full-ball': '能否全厚？',
    'before?': '之前球位？', 'in-d': '在D区内？', baulk: '越过开球线？', moving: '有球在动？', clip: '带图示片段', bare: '片段', still: '静帧',
    sheet: '裁决单（PDF）', html: '裁决单（HTML）', report: '比赛报告', csv: '全部击球（CSV）', edl: '全部击球（EDL）',
    replace: '复位', there: '到位', missing: '看不到', move: '移动', close: '接近', all_there: '所有球都已到位。', placed: '所有位置都有球。请目视核对带 ? 的号码。', read_number: '到位；请目视核对号码', extra: '颗球在不该有球的位置',
    waiting: '等待画面…', left_to_do: '待完成', up: '朝顶库', down: '朝开球区', left: '向左', right: '向右',
  },
};

export const reviewWords = (language) => (key) => WORDS[language][key] ?? WORDS.en[key] ?? key;
