// review_rule.js: a person rules: the call is right, another one of those that the evidence allows is, the stroke was
// something else, a foul was seen that no camera sees, or the stroke does not count. All of it is entered like any act.
import {make, put} from '/live.js';
import {kindOf} from '/balls.js';
import {showAmend} from '/amend.js';

const $ = (id) => document.getElementById(id);
let flags = null;

/** Asks once more before it enters. */
const careful = (say, enter) => (text, entry) => {
  const label = make('span', {text});
  let armed = 0;
  return make('button', {type: 'button', onclick: () => {
    if (Date.now() < armed) return enter(entry());
    armed = Date.now() + 4000;
    put(label, say('surely'));
    setTimeout(() => put(label, text), 4000);
  }}, label);
};

function showFlags(review, detail, words, enter) {
  const balls = ['', ...new Set(ballsOf(review, detail).map(kindOf))];
  $('flag').replaceChildren(...flags.map((f) => make('option', {value: f.flag, text: `${f.title} (${f.clause})`})));
  $('flag-ball').replaceChildren(...balls.map((b) => make('option', {value: b, text: b ? words.ball(b) : '–'})));
  $('flag-enter').onclick = () => enter({act: 'flag', of: detail.seq, flag: $('flag').value + ($('flag-ball').value ? ':' + $('flag-ball').value : '')});
  $('flags').hidden = !flags.length;
}

async function loadFlags(review) {
  const reply = await fetch(`/api/flags?game=${encodeURIComponent(review.game)}&edition=${encodeURIComponent(review.edition)}`);
  flags = reply.ok ? await reply.json() : [];
}

/** Those that lay there; of a match without places, any of the game. */
const ballsOf = (review, detail) => Object.keys(detail.before).length ? Object.keys(detail.before) : ['cue', ...review.balls];

const potted = (detail) => detail.events.filter((e) => e.kind === 'pocket' && e.p >= 0.5).map((e) => e.balls[0]);

export async function showOverrule(review, detail, {say, words, enter, thenText}) {
  const of = detail.seq, others = ((detail.ruling || {}).alternatives || []).map((a, i) => ({...a, i})).filter((a) => !a.as_judged);
  $('overrule').replaceChildren(
    make('button', {id: 'accept', text: say('accept'), onclick: () => enter({act: 'accept', of})}),
    ...others.map((a) => make('button', {class: 'settle', text: `${say('rule')} ${thenText(a.then, detail.ruling)} (${(100 * a.p).toFixed(0)} %)`, onclick: () => enter({act: 'settle', of, as: a.i + 1})})),
    make('button', {id: 'undo', text: say('undo'), onclick: () => enter({act: 'undo', of})}));
  showAmend($('amend'), {stroke: {seq: of, events: detail.events, potted: potted(detail)}, number: detail.n, balls: ballsOf(review, detail), key: `${of}/${review.seq}`},
    words, careful(say, enter));
  if (!flags) await loadFlags(review);
  showFlags(review, detail, words, enter);
}

/** A stroke that was taken back is brought back by taking that back. */
export function showUndone(stroke, {say, enter}) {
  $('undone').hidden = !stroke;
  if (stroke) $('undone').replaceChildren(make('p', {text: `${stroke.n}. ${say('undone')}`}),
    make('button', {id: 'redo', text: say('redo'), onclick: () => enter({act: 'undo', of: stroke.undone_by})}));
}
