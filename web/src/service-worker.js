// The service worker, as it is sent (the build fills in version and assets). It keeps the hashed files
// of the app and a page for being offline; pages, calls, pictures of the shop and keys always come
// from the network and are never kept.
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

// A new version takes over at once: files of older builds go, tabs that still want one of them are
// reloaded by the app itself.
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

/** The page itself from the network, whatever it is; its language is remembered for the day there is none. */
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

/** A file whose name is its content's hash: never another, so the kept one serves. */
async function asset(event) {
  const cache = await caches.open(kept)
  const found = await cache.match(event.request.url)
  if (found) return found
  const answer = await fetch(event.request)
  if (answer.status === 200) event.waitUntil(cache.put(event.request.url, answer.clone()))
  return answer
}
