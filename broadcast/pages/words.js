// words.js: what the pages say, in English, Dutch and Chinese. Calls themselves come from the referee, in all three.

const WORDS = {
  en: {
    break: 'Break', ball_on: 'Ball on', colour: 'a colour', frame: 'Frame', of: 'of', frames: 'Frames', best_of: 'Best of',
    last_breaks: 'Last breaks', no_breaks: 'No breaks yet', at_table: 'at the table', shot: 'Shot', match: 'Match',
    nominated: 'Nominated', free_ball: 'Free ball', in_hand: 'Cue-ball in hand', corrected: 'Corrected', foul: 'Foul',
    waiting: 'Waiting for a match', lost: 'Looking for the referee…', linked: 'Connected', wins_frame: 'wins the frame',
    wins_match: 'wins the match', tie: 'Frame tied', group: 'plays', points: 'points', contacts: 'Contacts', potted: 'Potted',
    unplaced: 'On the table, place not known',
    panel: 'Panel', ask: 'Close call', ask_help: 'The camera is not sure. What was it?', sure: 'sure', called: 'As called',
    else_: 'Otherwise', rests_on: 'A question before it is still open', measured: 'measured', limit: 'limit', choose: 'Choice for', nominate: 'Nominate', call_shot: 'Call ball and pocket',
    entries: 'What was entered', take_back: 'Take back', taken_back: 'taken back', correct: 'Corrections', flag: 'A foul the camera cannot see',
    flag_last: 'Raise', score: 'Score', set_score: 'Set score', concede: 'Concede frame', new_frame: 'Next frame', miss: 'Miss?',
    miss_yes: 'It was a miss', miss_no: 'No miss', swap: 'Change turn', pin: 'PIN', enter: 'Enter', logout: 'Lock the panel', done: 'Done',
    refused: 'Refused', sure_q: 'Sure?', yes: 'Yes', no: 'No', stroke: 'Stroke', keys: 'Keys: 1–9 choices and balls, U take back the last',
    pause: 'Stop clock', resume: 'Start clock', clocks: 'Clocks', safety: 'Safety', push_out: 'Push out', no_referee: 'No answer from the referee.',
    nothing: 'Nothing to decide.', striker_set: 'At the table', other: 'More',
    clip: 'Clip', watch: 'Watch it again', clip_later: 'The clip comes when the balls rest.', slow: 'Slow', close: 'Close', new_match: 'New match', game: 'Game',
    player: 'Player', best_of_n: 'Best of (frames)', opens: 'Opens', shot_clock: 'Shot clock (s)', session: 'Session (min)', target: 'Points to win', start: 'Start',
    kept: 'This match is kept.', begun: 'The new match has begun.', no_match: 'There is no match here yet.', restart_shot: 'Shot clock from the start', paused: 'clocks stopped', snookered_by: 'Snookered by',
    sees: 'In sight', score_only: 'Score',
    nothing_hit: 'nothing', first_hit: 'First ball hit', put_right: 'put right', happened: 'What really happened',
  },
  nl: {
    break: 'Break', ball_on: 'Bal on', colour: 'een kleur', frame: 'Frame', of: 'van', frames: 'Frames', best_of: 'Best of',
    last_breaks: 'Laatste breaks', no_breaks: 'Nog geen breaks', at_table: 'aan tafel', shot: 'Stoot', match: 'Match',
    nominated: 'Genomineerd', free_ball: 'Free ball', in_hand: 'Speelbal in-hand', corrected: 'Gecorrigeerd', foul: 'Foul',
    waiting: 'Wacht op een match', lost: 'Scheidsrechter wordt gezocht…', linked: 'Verbonden', wins_frame: 'wint de frame',
    wins_match: 'wint de match', tie: 'Frame gelijk', group: 'speelt', points: 'punten', contacts: 'Geraakt', potted: 'Gepot',
    unplaced: 'Op tafel, plaats onbekend',
    panel: 'Paneel', ask: 'Twijfelgeval', ask_help: 'De camera is niet zeker. Wat was het?', sure: 'zeker', called: 'Zoals geroepen',
    else_: 'Anders', rests_on: 'Een eerdere vraag staat nog open', measured: 'gemeten', limit: 'grens', choose: 'Keuze voor', nominate: 'Nomineren', call_shot: 'Bal en pocket noemen',
    entries: 'Wat is ingevoerd', take_back: 'Terugnemen', taken_back: 'teruggenomen', correct: 'Correcties', flag: 'Een foul die de camera niet ziet',
    flag_last: 'Melden', score: 'Stand', set_score: 'Stand zetten', concede: 'Frame opgeven', new_frame: 'Volgende frame', miss: 'Miss?',
    miss_yes: 'Het was een miss', miss_no: 'Geen miss', swap: 'Beurt wisselen', pin: 'Pincode', enter: 'Invoeren', logout: 'Paneel sluiten', done: 'Gedaan',
    refused: 'Geweigerd', sure_q: 'Zeker?', yes: 'Ja', no: 'Nee', stroke: 'Stoot', keys: 'Toetsen: 1–9 keuzes en ballen, U laatste terugnemen',
    pause: 'Klok stoppen', resume: 'Klok starten', clocks: 'Klokken', safety: 'Safety', push_out: 'Push-out', no_referee: 'Geen antwoord van de scheidsrechter.',
    nothing: 'Niets te beslissen.', striker_set: 'Aan tafel', other: 'Meer',
    clip: 'Fragment', watch: 'Nog eens zien', clip_later: 'Het fragment komt als de ballen stilliggen.', slow: 'Traag', close: 'Sluiten', new_match: 'Nieuwe match', game: 'Spel',
    player: 'Speler', best_of_n: 'Best of (frames)', opens: 'Stoot af', shot_clock: 'Stootklok (s)', session: 'Sessie (min)', target: 'Punten voor winst', start: 'Beginnen',
    kept: 'Deze match blijft bewaard.', begun: 'De nieuwe match is begonnen.', no_match: 'Hier is nog geen match.', restart_shot: 'Stootklok opnieuw', paused: 'klokken staan stil', snookered_by: 'Snooker achter',
    sees: 'In zicht', score_only: 'Stand',
    nothing_hit: 'niets', first_hit: 'Eerst geraakt', put_right: 'verbeteren', happened: 'Wat er echt gebeurde',
  },
  zh: {
    break: '单杆', ball_on: '活球', colour: '任意彩球', frame: '局', of: '/', frames: '局', best_of: '局数',
    last_breaks: '最近单杆', no_breaks: '尚无单杆', at_table: '击球中', shot: '击球', match: '比赛',
    nominated: '指定球', free_ball: '自由球', in_hand: '手中球', corrected: '已更正', foul: '犯规',
    waiting: '等待比赛', lost: '正在连接裁判…', linked: '已连接', wins_frame: '赢得本局', wins_match: '赢得比赛', tie: '平局',
    group: '打', points: '分', contacts: '碰球次序', potted: '入袋', unplaced: '在台面上，位置未知',
    panel: '裁判面板', ask: '难判', ask_help: '摄像机无法确定。实际情况是？', sure: '把握', called: '维持原判', else_: '否则', rests_on: '之前的问题尚未回答', measured: '测得', limit: '界限',
    choose: '选择权：', nominate: '指定', call_shot: '指定球和袋口', entries: '记录', take_back: '撤销', taken_back: '已撤销', correct: '更正',
    flag: '摄像机看不到的犯规', flag_last: '提出', score: '比分', set_score: '设定比分', concede: '认输本局', new_frame: '下一局', miss: '未尽力？',
    miss_yes: '是未尽力', miss_no: '不是', swap: '交换击球权', pin: '密码', enter: '确定', logout: '锁定面板', done: '完成', refused: '被拒绝', sure_q: '确定？',
    yes: '是', no: '否', stroke: '击球', keys: '按键：1–9 选择，U 撤销', pause: '停表', resume: '走表', clocks: '计时', safety: '安全球', push_out: '推杆',
    no_referee: '裁判没有回应。', nothing: '无需决定。', striker_set: '击球方', other: '更多',
    clip: '录像', watch: '再看一次', clip_later: '球静止后即有录像。', slow: '慢放', close: '关闭', new_match: '新比赛', game: '项目',
    player: '选手', best_of_n: '总局数', opens: '开球', shot_clock: '击球限时（秒）', session: '时限（分钟）', target: '获胜分数', start: '开始',
    kept: '本场比赛会保留。', begun: '新比赛已开始。', no_match: '这里还没有比赛。', restart_shot: '击球重新计时', paused: '计时暂停', snookered_by: '障碍球：',
    sees: '可见', score_only: '比分',
    nothing_hit: '没有', first_hit: '首先击中', put_right: '更正', happened: '实际情况',
  },
};

const BALLS = {
  en: {eight: 'black', cue: 'cue-ball'},
  nl: {red: 'rood', yellow: 'geel', green: 'groen', brown: 'bruin', blue: 'blauw', pink: 'roze', black: 'zwart', eight: 'zwart', white: 'wit',
    cue: 'speelbal', solids: 'hele', stripes: 'halve'},
  zh: {red: '红球', yellow: '黄球', green: '绿球', brown: '棕球', blue: '蓝球', pink: '粉球', black: '黑球', eight: '黑球', white: '白球', cue: '母球',
    solids: '全色', stripes: '花色'},
};

/** One letter or sign that stands for the ball where there is no room for its name. */
const MARKS = {
  en: {red: 'R', yellow: 'Y', green: 'G', brown: 'N', blue: 'B', pink: 'P', black: 'K', eight: '8'},
  nl: {red: 'R', yellow: 'G', green: 'N', brown: 'B', blue: 'L', pink: 'Z', black: 'K', eight: '8'},
  zh: {red: '红', yellow: '黄', green: '绿', brown: '棕', blue: '蓝', pink: '粉', black: '黑', eight: '黑'},
};

const OPTIONS = {
  en: {
    play_left: 'Play from where it lies', offender_left: 'Opponent plays again from here', offender_original: 'Put back, opponent plays again',
    self_original: 'Put back, I play', free_ball: 'Free ball', cue_ball_anywhere: 'Cue-ball anywhere', in_hand_anywhere: 'Ball in hand',
    claim_frame: 'Claim the frame', restart_frame: 'Start the frame again', accept_position: 'Accept the table', self_shoots: 'I play',
    opponent_shoots: 'Opponent plays', rerack_self_breaks: 'Re-rack, I break', rerack_opponent_breaks: 'Re-rack, opponent breaks',
    rerack_same_breaks: 'Re-rack, same player breaks', nominate_ball: 'Nominate a ball', free_shot: 'Free shot', rebreak: 'Break again',
    draw_lots: 'Draw lots', from_left: 'Play from where it lies', spotted_in_hand: 'Balls spotted, in hand', replace_cue_ball_only: 'Put back the cue-ball only',
    blue_ball_shootout: 'Blue-ball shoot-out', choose_who_plays_first: 'Choose who plays first', choose_ball_and_who_plays_first: 'Choose ball and who plays first',
    cue_ball_from_lie: 'Cue-ball from where it lies', cue_ball_from_baulk: 'Cue-ball from baulk', in_hand_behind_head_string: 'In hand behind the head string',
    respot_eight_accept: '8 spotted, I play on', respot_eight_in_hand_head_string: '8 spotted, in hand behind the head string',
    opponent_rebreaks: 'Opponent breaks again', rerack_offender_opening_break: 'Re-rack, opponent plays an opening break',
  },
  nl: {
    play_left: 'Spelen zoals het ligt', offender_left: 'Tegenstander speelt opnieuw vanaf hier', offender_original: 'Terugleggen, tegenstander opnieuw',
    self_original: 'Terugleggen, ik speel', free_ball: 'Free ball', cue_ball_anywhere: 'Speelbal overal', in_hand_anywhere: 'Bal in de hand',
    claim_frame: 'Frame opeisen', restart_frame: 'Frame opnieuw', accept_position: 'Tafel accepteren', self_shoots: 'Ik speel',
    opponent_shoots: 'Tegenstander speelt', rerack_self_breaks: 'Opnieuw, ik stoot af', rerack_opponent_breaks: 'Opnieuw, tegenstander stoot af',
    rerack_same_breaks: 'Opnieuw, dezelfde stoot af', nominate_ball: 'Bal nomineren', free_shot: 'Vrije stoot', rebreak: 'Opnieuw afstoten',
    draw_lots: 'Loten', from_left: 'Spelen zoals het ligt', spotted_in_hand: 'Gespot, in-hand', replace_cue_ball_only: 'Alleen de speelbal terugleggen',
    blue_ball_shootout: 'Shoot-out op blauw', choose_who_plays_first: 'Kiezen wie begint', choose_ball_and_who_plays_first: 'Bal kiezen en wie begint',
    cue_ball_from_lie: 'Speelbal zoals hij ligt', cue_ball_from_baulk: 'Speelbal uit baulk', in_hand_behind_head_string: 'Bal in de hand achter de hoofdlijn',
    respot_eight_accept: '8 terug op de stip, ik speel verder', respot_eight_in_hand_head_string: '8 terug op de stip, bal in de hand achter de hoofdlijn',
    opponent_rebreaks: 'Tegenstander stoot opnieuw af', rerack_offender_opening_break: 'Opnieuw, tegenstander speelt een openingsstoot',
  },
  zh: {
    play_left: '从现状打', offender_left: '对手从现状再打', offender_original: '摆回，对手再打', self_original: '摆回，我打', free_ball: '自由球',
    cue_ball_anywhere: '母球任意放', in_hand_anywhere: '手中球', claim_frame: '申明本局', restart_frame: '重新开局', accept_position: '接受局面',
    self_shoots: '我打', opponent_shoots: '对手打', rerack_self_breaks: '重摆，我开球', rerack_opponent_breaks: '重摆，对手开球',
    rerack_same_breaks: '重摆，同一选手开球', nominate_ball: '指定球', free_shot: '自由击球', rebreak: '重新开球', draw_lots: '抽签',
    from_left: '从现状打', spotted_in_hand: '球放回置球点，手中球', replace_cue_ball_only: '只摆回母球', blue_ball_shootout: '蓝球决胜', choose_who_plays_first: '选择谁先打',
    choose_ball_and_who_plays_first: '选择用球和先手', cue_ball_from_lie: '母球从现状打', cue_ball_from_baulk: '母球从开球区打', in_hand_behind_head_string: '开球线后手中球',
    respot_eight_accept: '八号球放回，我继续打', respot_eight_in_hand_head_string: '八号球放回，开球线后手中球', opponent_rebreaks: '对手重新开球',
    rerack_offender_opening_break: '重摆，对手开球',
  },
};

/** What people enter, by its name. */
const ACTS = {
  nl: {choose: 'keuze', concede: 'opgave', nominate: 'nominatie', call: 'aankondiging', before: 'vóór de stoot', between: 'tussen stoten', flag: 'melding', miss: 'miss',
    amend: 'verbetering', accept: 'bevestigd', settle: 'beslist', undo: 'teruggenomen', set: 'stand gezet', new_frame: 'nieuwe frame', swap: 'beurt gewisseld',
    pause: 'klok gestopt', resume: 'klok gestart', clock: 'klok gezet', new_match: 'nieuwe match'},
  zh: {choose: '选择', concede: '认输', nominate: '指定', call: '叫球', before: '击球前', between: '两击之间', flag: '提出', miss: '未尽力', amend: '更正', accept: '确认',
    settle: '裁定', undo: '撤销', set: '设定比分', new_frame: '新一局', swap: '交换击球权', pause: '停表', resume: '走表', clock: '设定计时', new_match: '新比赛'},
};

/** Calls inside of alternatives, longest first: "FOUL AND A MISS, 5". */
const CALLS = {
  nl: {'FOUL AND A MISS': 'Foul and a miss', 'no foul': 'geen foul', scored: 'gescoord', FOUL: 'Foul', 'FREE BALL': 'Free ball', 'TOUCHING BALL': 'Touching ball', MISS: 'Miss', legal: 'geldig'},
  zh: {'FOUL AND A MISS': '犯规且未尽力', 'no foul': '没有犯规', scored: '分', FOUL: '犯规', 'FREE BALL': '自由球', 'TOUCHING BALL': '贴球', MISS: '未尽力', legal: '有效'},
};

/** What was seen, by its kind, and what a ruling can hang on. */
const SEEN = {
  en: {off: 'off the table', disturbed: 'touched', line: 'baulk-line', push: 'pushed', double_hit: 'hit twice', pocket: 'pocketed', fact: 'what was seen', first: 'first contact', name: 'which ball it is'},
  nl: {strike: 'stoot', contact: 'geraakt', cushion: 'band', pocket: 'gepot', off: 'van tafel', jump: 'gesprongen', disturbed: 'aangeraakt', line: 'baulklijn', gap: 'niet gezien', push: 'geduwd', double_hit: 'twee keer geraakt',
    snookered: 'gesnookerd', touching: 'touching ball', spot: 'spot', in_hand: 'in-hand', any_part: 'een deel te raken', full_ball: 'vol te raken', in_baulk: 'in baulk', away: 'ervan weg gespeeld', first: 'eerst geraakt',
    nominated: 'genomineerd', fact: 'wat er gezien is', name: 'welke bal het is', pot: 'gepot'},
  zh: {strike: '出杆', contact: '碰球', cushion: '碰库', pocket: '落袋', off: '出台', jump: '跳球', disturbed: '被触碰', line: '开球线', gap: '未看到', push: '推杆', double_hit: '连击',
    snookered: '障碍球', touching: '贴球', spot: '置球点', in_hand: '手中球', any_part: '能否碰到', full_ball: '能否全厚', in_baulk: '在开球区', rack: '球堆', away: '离开贴球', first: '首先击中',
    nominated: '指定球', fact: '所见', name: '球的辨认', pot: '入袋'},
};

/** What the program notes in English, {} a ball or a number: what sets rulings apart, and what was odd about a stroke. */
const NOTES = {
  nl: {'frame over': 'frame voorbij', 'frame goes on': 'frame gaat door', '{} on the table': '{} op tafel', '{} gone': '{} weg', '{} touching': '{} raakt aan', '{} not touching': '{} raakt niet aan',
    'cue-ball in hand': 'speelbal in-hand', 'cue-ball stays': 'speelbal blijft liggen', 'free ball': 'free ball', 'no free ball': 'geen free ball', 'next player {}': 'aan tafel: speler {}', 'visits {}': 'beurten {}',
    '{} spotted': '{} terug op de spot', '{} not spotted': '{} niet terug op de spot', '{} on': '{} is on', '{} not on': '{} is niet on',
    '{} is back on the table': '{} ligt weer op tafel', 'nobody saw where {} went': 'niemand zag waar {} bleef', 'it looks as if {} had been struck with the cue': 'het lijkt of {} met de keu gestoten is',
    '{} fell into a pocket and nobody had played': '{} viel in een pocket zonder dat er gestoten was', '{} lies elsewhere and nobody had played': '{} ligt ergens anders zonder dat er gestoten was',
    '{} left the table and nobody had played': '{} ging van tafel zonder dat er gestoten was', 'it tells of the stroke before, which was in question': 'het zegt iets over de stoot ervoor, die nog een vraag was',
    '{} is missing': '{} ontbreekt', '{} is {} mm off its place': '{} ligt {} mm naast zijn plaats'},
  zh: {'frame over': '本局结束', 'frame goes on': '本局继续', '{} on the table': '{}在台面上', '{} gone': '{}不在台面上', '{} touching': '与{}贴球', '{} not touching': '与{}未贴球',
    'cue-ball in hand': '母球为手中球', 'cue-ball stays': '母球留在原位', 'free ball': '自由球', 'no free ball': '无自由球', 'next player {}': '下一位选手 {}', 'visits {}': '击球权 {}',
    '{} spotted': '{}放回置球点', '{} not spotted': '{}不放回置球点', '{} on': '{}是活球', '{} not on': '{}不是活球',
    '{} is back on the table': '{}又在台面上', 'nobody saw where {} went': '没有看到{}去了哪里', 'it looks as if {} had been struck with the cue': '似乎用球杆击打了{}',
    '{} fell into a pocket and nobody had played': '无人击球时{}落袋', '{} lies elsewhere and nobody had played': '无人击球时{}移动了', '{} left the table and nobody had played': '无人击球时{}离开台面',
    'it tells of the stroke before, which was in question': '它说明了前一杆，前一杆尚未裁定', '{} is missing': '缺少{}', '{} is {} mm off its place': '{}偏离位置 {} 毫米'},
};

const asPattern = (note) => new RegExp(`^${note.replaceAll('{}', '(\\S+)')}$`);

export const LANGUAGES = {en: 'English', nl: 'Nederlands', zh: '中文'};

/** The language of ?lang=, else what was chosen here before, else the browser's. */
export function pickLanguage(asked, remembered) {
  for (const word of [asked, remembered, (navigator.language || '').slice(0, 2)]) if (word in WORDS) return word;
  return 'en';
}

const readable = (word) => word.replace(/_/g, ' ');

export function speaker(language) {
  const words = WORDS[language] || WORDS.en;
  const notes = Object.entries(NOTES[language] || {}).map(([note, own]) => [asPattern(note), own]);
  const ball = (name) => {
    const parts = /^([a-z]+)-?(\d+)$/.exec(name), kind = parts ? parts[1] : name;
    return (BALLS[language][kind] || kind) + (parts ? ' ' + parts[2] : '');
  };
  const note = (text) => {
    for (const [pattern, own] of notes) {
      const found = pattern.exec(text);
      if (found) return found.slice(1).reduce((said, part) => said.replace('{}', ball(part)), own);
    }
    return text;
  };
  const oneCall = (text) => Object.entries(CALLS[language] || {}).reduce((said, [call, own]) => said.replaceAll(call, own), text);
  return {
    language,
    say: (key) => words[key] || WORDS.en[key] || key,
    ball,
    note,
    seen: (kind) => SEEN[language][kind] || readable(kind),
    mark: (ball) => (MARKS[language] || MARKS.en)[ball.replace(/-?\d+$/, '')] || '',
    option: (option) => (OPTIONS[language] || {})[option] || OPTIONS.en[option] || readable(option),
    reason: (ruling) => (ruling && ((ruling.reason && ruling.reason[language]) || ruling.why)) || '',
    act: (title) => {
      const [act, ...rest] = title.split(' '), what = rest.join(' '), own = OPTIONS[language] || {};
      const said = BALLS[language][what] || own[what] || (own === OPTIONS.en ? '' : OPTIONS.en[what]) || readable(what);
      return `${(ACTS[language] || {})[act] || readable(act)} ${said}`.trim();
    },
    call: (text) => {
      const [call, ...apart] = text.split('; ');
      return [oneCall(call), ...apart.map(note)].join('; ');
    },
    spoken: (ruling) => (ruling && ruling.spoken && (ruling.spoken[language] || ruling.spoken.en)) || '',
    readable,
  };
}
