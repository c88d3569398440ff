import { expect } from 'vitest'

import type { TestShop } from './test-shop.ts'

// Reads the mails to an address, and the codes in them.

type Mail = { subject: string; text: string; html: string }

/** The mails to an address, oldest first. */
export async function mailsTo(testShop: TestShop, email: string): Promise<Mail[]> {
  await testShop.drain()
  const at = `/sandbox/api/mail?to=${encodeURIComponent(email)}`

  return (await testShop.sandbox!.call('GET', at)).reverse()
}

const codeLine = /^(?:Código|Code): (\d{6})$/m

/** The newest code that was mailed to an address. */
export async function codeTo(testShop: TestShop, email: string): Promise<string> {
  const mails = (await mailsTo(testShop, email)).filter(({ text }) => codeLine.test(text))
  expect(mails.length).toBeGreaterThan(0)

  return codeLine.exec(mails.at(-1)!.text)![1]!
}

/** A code that differs from this one. */
export const wrong = (code: string, by = 1): string =>
  String((Number(code) + by) % 1_000_000).padStart(6, '0')
