import { adminApi } from 'virtual:admin-api'

import { call } from '../../../api/call.ts'

// The browser's side of push messages; nothing of it is loaded or registered before somebody of the
// staff switches it on.

const worker = '/push-worker.js'

// No page stands there: the pages stay with the worker that says when the shop is offline.
const scope = '/admin/push/'

/** Why this browser cannot be told; null where it can, or might be once it is asked. */
export function hindranceOf(window: Window): 'install' | 'unsupported' | 'denied' | null {
  const { navigator } = window

  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    // iOS has push for what stands on the home screen alone; an iPad calls itself a Mac.
    return /iPhone|iPad|iPod/.test(navigator.userAgent) ||
      (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)
      ? 'install'
      : 'unsupported'

  if ((window as Window & typeof globalThis).Notification.permission !== 'denied') return null

  return 'denied'
}

/** Ask the person, subscribe the browser and tell the shop; answers 'denied' where he said no. */
export async function switchOn(publicKey: string): Promise<'on' | 'denied'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'

  await navigator.serviceWorker.register(worker, { scope })
  const registration = await registered()
  if (!registration) throw new Error('the worker is not there')

  // A subscription of another key, such as that of a shop that was set up anew, serves no more.
  await (await registration.pushManager.getSubscription())?.unsubscribe()

  const made = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })

  const { endpoint, keys } = made.toJSON()
  await call(adminApi.push.keep, {
    body: { endpoint: endpoint!, keys: { p256dh: keys!.p256dh!, auth: keys!.auth! } },
  })

  return 'on'
}

/** Tell the shop first, so that nothing is sent any more, then let go of the subscription. */
export async function switchOff(): Promise<void> {
  await call(adminApi.push.drop)
  const registration = await ownRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  await registration?.unregister()
}

/** The worker of push messages; asked for its place, a browser may answer that of the whole shop. */
async function ownRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const found = await navigator.serviceWorker?.getRegistration(scope)
  if (!found?.scope.endsWith(scope)) return undefined

  return found
}

/** The same as soon as it works. */
async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await ownRegistration()
  const coming = registration?.installing ?? registration?.waiting

  if (coming && coming.state !== 'activated')
    await new Promise<void>((done) =>
      coming.addEventListener('statechange', () => {
        if (coming.state === 'activated') done()
      }),
    )

  return registration
}
