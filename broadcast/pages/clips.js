// clips.js: strokes to be seen again. The server knows them by the number of their entry, and says which it has.
import {make} from '/live.js';

const AGAIN_MS = [1500, 3000, 6000, 12000]; // a clip ends a moment after the balls rest, and is then written
const SPEEDS = [1, 0.5, 0.25];
let have = new Set(), asked = -1, timers = [];

export const hasClip = (number) => have.has(number);
export const anyClips = () => have.size > 0;

async function look(onChange) {
  const list = await fetch('/api/clips').then((r) => (r.ok ? r.json() : [])).catch(() => null);
  if (!list || list.join() === [...have].join()) return;
  have = new Set(list);
  onChange();
}

/** Looks for new clips now and a few times more; onChange() when there are. `key` says when it is worth it. */
export function lookForClips(key, onChange) {
  if (key === asked) return;
  asked = key;
  timers.forEach(clearTimeout);
  timers = [0, ...AGAIN_MS].map((ms) => setTimeout(() => look(onChange), ms));
}

/** A clip with its speeds. Muted, so that it may start by itself; it goes round and round. */
export function player(number, words) {
  const video = make('video', {src: `/api/clips/${number}`, controls: '', muted: '', loop: '', playsinline: '', preload: 'auto', 'aria-label': `${words.say('clip')} ${number}`});
  video.muted = true;
  const speeds = SPEEDS.map((speed) => make('button', {type: 'button', class: 'speed', text: {1: '1×', 0.5: '½×', 0.25: '¼×'}[speed], 'aria-label': speed === 1 ? '1×' : `${words.say('slow')} ${speed}×`,
    'aria-pressed': speed === 1 ? 'true' : 'false', onclick: (event) => {
      video.playbackRate = speed;
      for (const other of event.target.parentElement.children) other.setAttribute('aria-pressed', other === event.target ? 'true' : 'false');
      video.play().catch(() => {});
    }}));
  return make('div', {class: 'clip'}, video, make('div', {class: 'speeds'}, ...speeds));
}

/** Puts the clip of an entry into a holder, once; without a number it is emptied. */
export function showClip(holder, number, words) {
  const key = number && hasClip(number) ? String(number) : '';
  if (holder.dataset.clip === key + words.language) return;
  holder.dataset.clip = key + words.language;
  holder.replaceChildren(...(key ? [player(number, words)] : []));
}

/** A clip in front of everything; closed by its button, by Escape, or by a tap beside it. */
export function popUp(number, words) {
  const dialog = make('dialog', {class: 'pop'}, player(number, words));
  dialog.append(make('button', {type: 'button', class: 'big', text: words.say('close'), onclick: () => dialog.close()}));
  dialog.addEventListener('click', (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector('video').play().catch(() => {});
}

