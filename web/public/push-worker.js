// Shows what the shop tells staff who asked for it on this device, and opens what it is about. It
// answers no request and keeps nothing.
self.addEventListener('push', (event) => {
  let told
  try {
    told = event.data.json()
  } catch {
    return
  }
  const { title, body, tag, url } = told
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      icon: '/icons/icon-192.png',
      data: { url },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { url } = event.notification.data ?? {}
  // Only into this shop's own back office.
  const address = typeof url === 'string' && url.startsWith('/admin/') ? url : '/admin/orders'
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((windows) => {
      const open = windows.find((client) => new URL(client.url).pathname === address)
      return open ? open.focus() : self.clients.openWindow(address)
    }),
  )
})
