import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'

// The browser's side of push messages. The worker is registered only after a staff member enables
// push messages.

const workerPath = '/push-worker.js'

// No page has a URL in this scope, so the offline worker keeps control of all pages.
const workerScope = '/admin/push/'

/**
 * Why this browser cannot receive push messages; null if it can or may after a permission request.
 */
export function hindranceOf(window: Window): 'install' | 'unsupported' | 'denied' | null {
  const { navigator } = window

  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    // iOS supports push only for apps on the home screen; an iPad identifies itself as a Mac.
    return /iPhone|iPad|iPod/.test(navigator.userAgent) ||
      (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
      ? 'install'
      : 'unsupported'

  if ((window as Window & typeof globalThis).Notification.permission !== 'denied') return null

  return 'denied'
}

/** Requests permission, subscribes and registers with the shop; 'denied' when refused. */
export async function subscribeDevice(publicKey: string): Promise<'on' | 'denied'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'

  await navigator.serviceWorker.register(workerPath, { scope: workerScope })
  const registration = await registered()
  if (!registration) throw new Error('the worker is not there')

  // A subscription with another key, for example of a reinstalled shop, no longer works.
  await (await registration.pushManager.getSubscription())?.unsubscribe()

  const newSubscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })

  const { endpoint, keys } = newSubscription.toJSON()
  await call(adminApi.push.keep, {
    body: { endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } },
  })

  return 'on'
}

/** Unregisters at the shop first, so that nothing is sent to a dead subscription. */
export async function unsubscribeDevice(): Promise<void> {
  await call(adminApi.push.drop)
  const registration = await ownRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  await registration?.unregister()
}

/**
 * The registration of the push worker. If it does not exist, a browser may return the registration
 * of the offline worker, which is ignored.
 */
async function ownRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const ownWorker = await navigator.serviceWorker?.getRegistration(workerScope)
  if (!ownWorker?.scope.endsWith(workerScope)) return undefined

  return ownWorker
}

/** The push worker's registration, once the worker is active. */
async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await ownRegistration()
  const pendingWorker = registration?.installing ?? registration?.waiting

  if (pendingWorker && pendingWorker.state !== 'activated')
    await new Promise<void>((done) =>
      pendingWorker.addEventListener('statechange', () => {
        if (pendingWorker.state === 'activated') done()
      }),
    )

  return registration
}
