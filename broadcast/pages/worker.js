// worker.js: keeps the overlay and the scoreboard loadable while the server is away: a mixer that loads its source again
// just then gets the page as it was last, which shows the last state and waits. The newest page always comes from the
// server. Browsers allow this on the computer itself and over https, not over plain http from elsewhere.
const KEPT = 'whiteglove-pages';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

async function fromServer(request) {
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(KEPT)).put(request.url.split('?')[0], answer.clone());
  return answer;
}

async function fromMemory(request, why) {
  const kept = await (await caches.open(KEPT)).match(request.url.split('?')[0]);
  if (kept) return kept;
  throw why;
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== self.location.origin || url.pathname.startsWith('/api')) return;
  event.respondWith(fromServer(event.request).catch((why) => fromMemory(event.request, why)));
});
