import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { expect, it, onTestFinished } from 'vitest'

import { startProcess, type Running } from './testing/as-process.ts'
import { openReceiver, stripeFor, until } from './testing/bench.ts'

const ask = async (running: Running, path: string, body?: object) =>
  (
    await fetch(`${running.origin}/sandbox/api${path}`, {
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      headers: { 'content-type': 'application/json' },
    })
  ).json() as Promise<any>

const sessionAt = async ({ env }: Running) =>
  (
    await stripeFor(env).checkout.sessions.create({
      mode: 'payment',
      line_items: [
        {
          quantity: 1,
          price_data: { currency: 'brl', unit_amount: 1990, product_data: { name: 'X' } },
        },
      ],
      success_url: 'http://localhost:3000/status',
    })
  ).id

const keyAt = async ({ env }: Running) => {
  const url = `${env['KEYAUTH_BASE_URL']}?sellerkey=${env['KEYAUTH_SELLER_KEY']}&type=add&expiry=1`
  return ((await (await fetch(url)).json()) as { key: string }).key
}

const mailAt = async ({ env }: Running) => {
  const sent = await createTransport(env['SMTP_URL']!).sendMail({
    from: 'loja@chaveiro.test',
    to: 'ana@demo.test',
    text: 'Olá',
  })
  return sent.messageId
}

it('a kill loses nothing that a reply or a webhook already reported', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chaveiro-sandbox-'))
  const store = await openReceiver()
  const running: Running[] = []

  onTestFinished(async () => {
    for (const { child, ended } of running) {
      child.kill('SIGKILL')
      await ended
    }

    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const start = async () => {
    running.push(await startProcess(folder, store))
    return running.at(-1)!
  }

  const first = await start()
  const answered: Record<'session' | 'key' | 'mail', string[]> = { session: [], key: [], mail: [] }
  const again = async (kind: keyof typeof answered, act: (at: Running) => Promise<string>) => {
    for (;;) answered[kind].push(await act(first))
  }
  const busy = [again('session', sessionAt), again('key', keyAt), again('mail', mailAt)]
  const gone = Promise.allSettled(busy)
  await until(() => Object.values(answered).every((all) => all.length >= 8))
  const paid = await sessionAt(first)

  // The sandbox is killed after the shop receives the webhook of a payment, before the shop
  // answers.
  store.answer = ({ json }) => {
    if (json.data.object.id !== paid) return 200

    first.child.kill('SIGKILL')

    return null
  }

  await ask(first, `/card/${paid}/pay`, { outcome: 'paid' }).catch(() => undefined)
  await first.ended
  await gone

  store.answer = () => 200
  const second = await start()
  const sessions = stripeFor(second.env).checkout.sessions
  expect((await sessions.retrieve(paid)).status).toBe('complete')
  for (const id of answered.session) expect((await sessions.retrieve(id)).id).toBe(id)
  const { licences } = await ask(second, '/keyauth')
  expect(licences.map(({ key }: { key: string }) => key)).toEqual(
    expect.arrayContaining(answered.key),
  )
  const mails = await ask(second, '/mail')
  expect(mails.map(({ messageId }: { messageId: string }) => messageId)).toEqual(
    expect.arrayContaining(answered.mail),
  )
  const heard = () => store.received.filter(({ json }) => json.data.object.id === paid)
  await until(() => heard().length >= 2)
  expect(new Set(heard().map(({ json }) => json.id)).size).toBe(1)
})
