// Shows push messages of the shop to staff who subscribed on this device, and opens their page. It
// handles no requests and keeps nothing.
self.addEventListener('push', (event) => {
  let message
  try {
    message = event.data.json()
  } catch {
    return
  }
  const { title, body, tag, url } = message
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
  // Only addresses of the back office.
  const address = typeof url === 'string' && url.startsWith('/admin/') ? url : '/admin/orders'
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((windows) => {
      const open = windows.find((client) => new URL(client.url).pathname === address)
      return open ? open.focus() : self.clients.openWindow(address)
    }),
  )
})
