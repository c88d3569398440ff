import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const text = readFileSync(new URL('../../../../public/push-worker.js', import.meta.url), 'utf8')
type Event = Record<string, unknown> & { waitUntil(work: Promise<unknown>): void }

/** Runs the worker as a browser does, and records its actions. */
function started(open: string[] = []) {
  const did: string[] = []
  const listeners = new Map<string, (event: Event) => void>()

  const self = {
    addEventListener: (name: string, listen: (event: Event) => void) => listeners.set(name, listen),
    registration: {
      showNotification: (title: string, options: object) =>
        Promise.resolve(did.push(`${title} ${JSON.stringify(options)}`)),
    },

    clients: {
      matchAll: () =>
        Promise.resolve(
          open.map((url) => ({
            url,
            focus: () => Promise.resolve(did.push(`focus ${url}`)),
          })),
        ),
      openWindow: (to: string) => Promise.resolve(did.push(`open ${to}`)),
    },
  }

  runInNewContext(text, { self, URL })

  return {
    did,
    names: [...listeners.keys()],
    async fire(name: string, event: object) {
      let work: Promise<unknown> | undefined

      listeners.get(name)!({
        ...event,
        waitUntil(given) {
          work = given
        },
      })

      await work
    },
  }
}

const click = (url: unknown) => ({ notification: { close: () => {}, data: { url } } })

describe('the service worker of a device with push messages', () => {
  it("shows the shop's notification and handles no other event [P370]", async () => {
    const worker = started()
    expect(worker.names).toEqual(['push', 'notificationclick'])
    const told = { title: 'Venda paga', body: 'Pedido 1', tag: 't', url: '/admin/orders/1' }
    await worker.fire('push', { data: { json: () => told } })
    await worker.fire('push', { data: null })
    expect(worker.did).toEqual([
      'Venda paga {"body":"Pedido 1","tag":"t","icon":"/icons/icon-192.png","data":{"url":"/admin/orders/1"}}',
    ])
  })

  it('opens the order or focuses its window, and opens no page outside the back office [P370]', async () => {
    const alone = started(['https://loja.test/products'])
    await alone.fire('notificationclick', click('/admin/orders/1'))
    await alone.fire('notificationclick', click('https://evil.test/admin/'))
    await alone.fire('notificationclick', click(undefined))
    expect(alone.did).toEqual(['open /admin/orders/1', 'open /admin/orders', 'open /admin/orders'])
    const beside = started(['https://loja.test/admin/stock', 'https://loja.test/admin/orders/1'])
    await beside.fire('notificationclick', click('/admin/orders/1'))
    expect(beside.did).toEqual(['focus https://loja.test/admin/orders/1'])
  })
})
