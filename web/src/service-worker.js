// The service worker; the build fills in version and assets. It caches the app's hashed files and
// an offline page. Pages, calls, pictures of the shop and keys always come from the network.
const version = '__VERSION__'
const assets = new Set('__ASSETS__'.split(' '))
const kept = `chaveiro-${version}`
const offline = [
  '/offline/pt-BR.html',
  '/offline/en-US.html',
  '/offline/offline.css',
  '/favicon.svg',
  '/theme.js',
]
const languageKey = '/offline/language'

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(kept)
      .then((cache) => cache.addAll(offline))
      .then(() => self.skipWaiting()),
  )
})

// A new version takes over at once and deletes files of older builds. A tab that still needs such a
// file is reloaded by the app.
self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys())
        if (name.startsWith('chaveiro-') && name !== kept) await caches.delete(name)
      await self.clients.claim()
    })(),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (!/^\/(?:api|docs|sandbox)(?:\/|$)/.test(url.pathname)) event.respondWith(page(event))
  } else if (assets.has(url.pathname)) event.respondWith(asset(event))
  else if (offline.includes(url.pathname))
    event.respondWith(
      fetch(request).catch(() => caches.match(url.pathname, { ignoreSearch: true })),
    )
})

/** Pages come from the network. The language is remembered for the offline page. */
async function page(event) {
  try {
    const answer = await fetch(event.request)
    const language = answer.headers.get('content-language')
    if (language)
      event.waitUntil(
        caches.open(kept).then((cache) => cache.put(languageKey, new Response(language))),
      )
    return answer
  } catch {
    const language =
      (await (await caches.match(languageKey))?.text()) ??
      (/^en\b/i.test(navigator.language) ? 'en-US' : 'pt-BR')
    return (await caches.match(`/offline/${language}.html`)) ?? Response.error()
  }
}

/** An asset's name contains the hash of its content, so a cached file never changes. */
async function asset(event) {
  const cache = await caches.open(kept)
  const found = await cache.match(event.request.url)
  if (found) return found
  const answer = await fetch(event.request)
  if (answer.status === 200) event.waitUntil(cache.put(event.request.url, answer.clone()))
  return answer
}
