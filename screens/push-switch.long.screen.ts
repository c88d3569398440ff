import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { on, refused } from './answers.ts'
import { onePage } from './samples.ts'
import type { Screen } from './screen.ts'
import { show } from './show.ts'

const state = (told: boolean) =>
  on(adminApi.push.read, { success: true, publicKey: 'BPublic', on: told })

const open = async (language: 'pt-BR' | 'en-US', told = false) => {
  const screen = await show('/admin/notifications', {
    language,
    as: { role: 'admin' },
    replies: [
      state(told),
      on(adminApi.push.keep, { success: true, publicKey: 'BPublic', on: true }),
      on(adminApi.push.drop, { success: true, publicKey: 'BPublic', on: false }),
      on(adminApi.notifications.list, {
        success: true,
        notifications: [],
        total: 0,
        totalPages: 1,
        pagination: onePage(0),
      }),
    ],
  })
  return screen
}

/**
 * Replaces the browser's push functions: the permission that the person grants, and a log of the
 * calls.
 */
const browser = (
  screen: Screen,
  answer: 'granted' | 'denied',
  permission = 'default',
  scope = 'https://loja.test/admin/push/',
) =>
  screen.page.evaluate(
    ([given, before, place]) => {
      const did: string[] = []

      const subscription = {
        toJSON: () => ({
          endpoint: 'https://push.example.com/abc',
          keys: { p256dh: 'BKey', auth: 'secret' },
        }),
        unsubscribe: () => Promise.resolve(did.push('unsubscribe')),
      }

      let has = before === 'granted'

      const registration = {
        scope: place,
        installing: null,
        waiting: null,
        unregister: () => Promise.resolve(did.push('unregister')),
        pushManager: {
          getSubscription: () => Promise.resolve(has ? subscription : null),
          subscribe: (options: object) => {
            did.push(`subscribe ${JSON.stringify(options)}`)
            has = true

            return Promise.resolve(subscription)
          },
        },
      }

      const notification = { permission: before, requestPermission: () => Promise.resolve(given) }
      Object.assign(window, { Notification: notification, PushManager: class {}, did })

      Object.defineProperty(navigator, 'serviceWorker', {
        configurable: true,
        value: {
          register: (path: string, options: object) =>
            Promise.resolve(did.push(`register ${path} ${JSON.stringify(options)}`)),
          getRegistration: () => Promise.resolve(registration),
        },
      })
    },
    [answer, permission, scope] as const,
  )

const did = (screen: Screen) =>
  screen.page.evaluate(() => (window as unknown as { did: string[] }).did)

const box = (screen: Screen) => screen.dialog().getByRole('checkbox')

describe('the switch of a device in the back office', () => {
  it('registers nothing before it is on, sends the subscription, and takes both back [P370]', async () => {
    const screen = await open('pt-BR')
    await browser(screen, 'granted')
    await screen.press('Avisar neste aparelho')

    await expect
      .poll(() => screen.lines(screen.dialog()))
      .toEqual([
        'Avisar neste aparelho',
        'Uma venda paga, uma entrega à espera, um pagamento para revisar ou um cliente que escreveu aparecem neste aparelho, mesmo com a loja fechada. O aviso traz o número e o valor, nunca uma chave, um CPF ou um e-mail. Ao sair da conta, os avisos param.',
        'Avisar neste aparelho',
      ])

    expect(await did(screen)).toEqual([])
    screen.replies.unshift(state(true))
    await box(screen).click()
    await expect.poll(() => screen.toast()).toBe('Este aparelho será avisado.')

    expect(await did(screen)).toEqual([
      'register /push-worker.js {"scope":"/admin/push/"}',
      'subscribe {"userVisibleOnly":true,"applicationServerKey":"BPublic"}',
    ])

    expect(screen.sent('PUT', '/api/admin/push')).toEqual([
      { endpoint: 'https://push.example.com/abc', keys: { p256dh: 'BKey', auth: 'secret' } },
    ])
    await expect.poll(() => box(screen).isChecked()).toBe(true)
    screen.replies.unshift(state(false))
    await box(screen).click()
    await expect.poll(() => screen.toast()).toBe('Este aparelho não será mais avisado.')
    expect((await did(screen)).slice(2)).toEqual(['unsubscribe', 'unregister'])
    expect(screen.sent('DELETE', '/api/admin/push')).toHaveLength(1)
    await expect.poll(() => box(screen).isChecked()).toBe(false)
    // If only the shop's ordinary worker is registered, the switch must not unregister that worker.
    const bare = await open('pt-BR', true)
    await browser(bare, 'granted', 'granted', 'https://loja.test/')
    await bare.press('Avisar neste aparelho')
    await expect.poll(() => box(bare).isChecked()).toBe(true)
    await box(bare).click()
    await expect.poll(() => bare.toast()).toBe('Este aparelho não será mais avisado.')
    expect(await did(bare)).toEqual([])
  })

  it('says how to lift a browser’s block, what an iPhone needs, and why the shop refused [P370]', async () => {
    const screen = await open('pt-BR')
    await browser(screen, 'denied')
    await screen.press('Avisar neste aparelho')
    await box(screen).click()

    await expect
      .poll(async () => (await screen.lines(screen.dialog())).at(-1))
      .toBe(
        'O navegador está bloqueando os avisos desta loja. Abra as permissões do site, no cadeado ao lado do endereço, permita as notificações e abra esta janela de novo.',
      )

    expect(await box(screen).isDisabled()).toBe(true)
    expect(screen.sent('PUT', '/api/admin/push')).toEqual([])
    const english = await open('en-US')
    await browser(english, 'denied', 'denied')
    await english.press('Notify this device')

    await expect
      .poll(() => english.lines(english.dialog()))
      .toEqual([
        'Notify this device',
        'A paid sale, a waiting delivery, a payment to review or a customer’s message shows on this device, even when the shop is closed. It has the number and the amount, never a key, a CPF or an email. It stops when you log out.',
        'Notify this device',
        'The browser is blocking notifications from this shop. Open the site permissions (the lock next to the address), allow notifications and open this window again.',
      ])

    const phone = await open('pt-BR')

    await phone.page.evaluate(() => {
      delete (window as Partial<typeof globalThis>).PushManager
      Object.defineProperty(navigator, 'userAgent', { value: 'iPhone', configurable: true })
    })

    await phone.press('Avisar neste aparelho')

    await expect
      .poll(async () => (await phone.lines(phone.dialog())).at(-1))
      .toBe(
        'No iPhone e no iPad, os avisos funcionam com a loja na tela de início: toque em Compartilhar, depois em Adicionar à Tela de Início, e abra a loja por lá.',
      )

    const full = await open('pt-BR')
    await browser(full, 'granted')
    full.replies.unshift(refused(adminApi.push.keep, 'Você já recebe avisos em 10 aparelhos.', 409))
    await full.press('Avisar neste aparelho')
    await box(full).click()

    await expect
      .poll(async () => (await full.lines(full.dialog())).at(-1))
      .toBe(
        'Não foi possível mudar os avisos deste aparelho. Você já recebe avisos em 10 aparelhos.',
      )
  })
})
