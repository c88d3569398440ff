import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { demoPassword } from '@chaveiro/contracts/limits'
import { openShop, sidewaysScroll, visit, type Shop, type Visit } from './shop.ts'

// The pieces around the pages: loading screen, navbar, bell, home with its music, particles, footer.

let shop: Shop
beforeAll(async () => { shop = await openShop() })
afterAll(async () => { await shop?.close() })

const phone = { language: 'pt-BR', width: 360 } as const
const desk = { language: 'pt-BR', width: 1280 } as const

type Session = { accessToken: string; user: { _id: string; name: string; email: string; role: string } }
async function login(email = 'cliente@demo.test'): Promise<Session> {
  const answer = await shop.api('/api/auth/login', { method: 'POST', body: JSON.stringify({ email, password: demoPassword, captchaToken: '' }) })
  return { accessToken: answer.data.tokens.accessToken, user: answer.data.user }
}
