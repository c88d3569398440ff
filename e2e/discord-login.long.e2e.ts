import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { desk, phone } from './admin.ts'
import { getIn, mailedCode, fetchAsUser } from './buyer.ts'
import { openShop, sidewaysScroll, visit, type Shop, type Visit } from './shop.ts'

// Login by Discord in a whole shop, through the consent page of the sandbox (P180 to P184).

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

/** Creates a Discord member with a verified or unverified mail address. */
async function atDiscord(user: string, email: string, verified = true): Promise<void> {
  const member = (body: object) => shop.sandbox('POST', '/sandbox/api/discord/member', body)
  await member({ action: 'create', user })
  await member({ action: 'mail', user, email, verified })
}

/** Presses the button, and consents as a member, or declines if `user` is null. */
async function through({ page }: Visit, button: string, user: string | null): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.waitForURL('**/sandbox/chat/authorize**')
  if (user) await page.getByRole('button', { name: new RegExp(user, 'i') }).click()
  else await page.getByRole('button', { name: /Recusar/ }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/sandbox'))
}

async function fillCart({ page }: Visit): Promise<void> {
  await page.goto('/products')
  const product = page.locator('main article a[href^="/products/"]').first()
  await page.goto((await product.getAttribute('href'))!)
}

describe('logging in by Discord', () => {
  it('takes a visitor to their own account with their cart; next time it is one press [P180, P181, P184]', async () => {
    const at = Date.now()
    const [user, email] = [`rita${at}`, `rita-${at}@exemplo.test`]
    await atDiscord(user, email)
    const visitor = await visit(shop, { ...phone('pt-BR'), hasTouch: true })
    const { page } = visitor
    await fillCart(visitor)
    const buy = page.getByRole('button', { name: 'Comprar agora' })
    await buy.filter({ visible: true }).first().tap()
    await page.waitForURL('**/checkout')
    await through(visitor, 'Entrar com Discord', null)
    await page.getByText('O login não foi autorizado no Discord.').waitFor()
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await through(visitor, 'Tentar de novo com Discord', user)
    await page.getByText('Falta só o seu nome').waitFor()
    await page.getByLabel('Nome', { exact: true }).fill('Rita Prado')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Criar conta e continuar' }).tap()

    await page
      .getByRole('button', { name: /^Pagar .* com PIX$/ })
      .last()
      .waitFor()

    expect(new URL(page.url()).pathname).toBe('/checkout')

    expect((await fetchAsUser(page, '/api/users/dashboard')).data.user).toMatchObject({
      name: 'Rita Prado',
      email,
      role: 'client',
    })

    const later = await visit(shop, desk('en-US'))
    await later.page.goto('/login')
    await through(later, 'Log in with Discord', user)
    await later.page.waitForURL('**/dashboard')
    expect((await fetchAsUser(later.page, '/api/users/discord')).linked).toMatchObject({
      name: expect.any(String),
    })
    expect([...visitor.complaints, ...later.complaints]).toEqual([])
    for (const { context } of [visitor, later]) await context.close()
  })

  it('asks for one code by mail when an account exists, and logs in directly afterwards [P182]', async () => {
    const at = Date.now()
    const [user, email] = [`caio${at}`, `caio-${at}@exemplo.test`]
    const first = await visit(shop, desk('pt-BR'))
    await first.page.goto('/dashboard/orders')
    await getIn(shop, first, 'Caio Prado', email)
    await first.page.waitForURL('**/dashboard/orders')
    await first.context.close()
    await atDiscord(user, email)
    const visitor = await visit(shop, desk('pt-BR'))
    const { page } = visitor
    await page.goto('/dashboard/orders')
    await through(visitor, 'Entrar com Discord', user)
    await page.getByText('Já existe uma conta para você.').waitFor()
    const main = page.getByRole('main')
    expect(await main.getByLabel('E-mail').inputValue()).toBe(email)
    await shop.sandbox('DELETE', '/sandbox/api/mail')
    await main.getByRole('button', { name: 'Receber código' }).click()
    await main.getByLabel('Código', { exact: true }).fill(await mailedCode(shop, email))
    await page.waitForURL('**/dashboard/orders')
    await page.getByText('Conta do Discord conectada.').waitFor()
    await visitor.context.close()
    const later = await visit(shop, desk('pt-BR'))
    await later.page.goto('/login')
    await through(later, 'Entrar com Discord', user)
    await later.page.waitForURL('**/dashboard')
    expect((await fetchAsUser(later.page, '/api/users/dashboard')).data.user.email).toBe(email)
    await later.context.close()
  })
})
