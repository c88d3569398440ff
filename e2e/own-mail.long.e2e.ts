import type { Language } from '@chaveiro/contracts/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { desk, phone, soon } from './admin.ts'
import { getIn, mailedCode, fetchAsUser } from './buyer.ts'
import { openShop, sidewaysScroll, visit, type Shop, type Visit } from './shop.ts'

// People change their own mail address in a whole shop, with and without a password (P170).

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

const password = 'uma-frase-longa-7'

const subjectsTo = async (email: string): Promise<string[]> =>
  (await shop.sandbox('GET', `/sandbox/api/mail?to=${encodeURIComponent(email)}`)).map(
    (mail: { subject: string }) => mail.subject,
  )

async function registered(seen: Visit, email: string): Promise<void> {
  const { page, t } = seen
  await page.goto('/register')
  await page.getByLabel(t('account', 'field.username')).fill('Bia Prado')
  await page.getByLabel(t('account', 'field.email')).fill(email)
  await page.getByLabel(t('account', 'field.password'), { exact: true }).fill(password)
  await page.getByLabel(t('account', 'field.confirm'), { exact: true }).fill(password)
  await page.getByRole('checkbox').check()
  const submit = t('account', 'register.submit')
  await page.getByRole('main').getByRole('button', { name: submit }).click()
  await page.waitForURL('**/dashboard')
}

async function newMail({ page, t }: Visit, email: string): Promise<void> {
  await page.goto('/dashboard/settings')
  await page
    .getByRole('button', {
      name: `${t('account', 'settings.edit')}: ${t('account', 'field.email')}`,
    })
    .click()
  await page.getByLabel(t('account', 'mailChange.label')).fill(email)
  await page.getByRole('button', { name: t('account', 'mailChange.next') }).click()
}

/** Types the mailed code into the page's field. */
async function typeCode({ page, t }: Visit, email: string): Promise<void> {
  const field = page.getByLabel(t('account', 'code.label'), { exact: true })
  await field.waitFor()
  await field.fill(await mailedCode(shop, email))
}

describe('the change of the own mail', () => {
  it('a code to the new mail changes it, ends other sessions and informs the old mail [P170, P172]', async () => {
    const at = Date.now()
    const [old, fresh] = [`bia-${at}@exemplo.test`, `bia.nova-${at}@exemplo.test`]
    const visitor = await visit(shop, phone('pt-BR'))
    await registered(visitor, old)
    const elsewhere = await visit(shop, desk())
    await elsewhere.page.goto('/login')
    await elsewhere.page.getByLabel('E-mail').fill(old)
    await elsewhere.page.getByLabel('Senha', { exact: true }).fill(password)
    const main = elsewhere.page.getByRole('main')
    await main.getByRole('button', { name: 'Entrar', exact: true }).click()
    await elsewhere.page.waitForURL('**/dashboard')
    // The customer has just entered the password, so the form asks for the code at once.
    await newMail(visitor, fresh)
    const { page } = visitor
    await page.getByRole('heading', { name: 'Digite o código' }).waitFor()
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await page.reload()
    await typeCode(visitor, fresh)
    await page.getByText('E-mail alterado.').waitFor()
    const row = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'E-mail', exact: true }) })
    await soon(() => row.innerText()).toContain(fresh)
    expect((await fetchAsUser(page, '/api/users/dashboard')).data.user.email).toBe(fresh)
    await soon(() => subjectsTo(old)).toContain('O e-mail da sua conta foi trocado')
    await elsewhere.page.goto('/dashboard/orders')
    await elsewhere.page.waitForURL((url) => url.pathname !== '/dashboard/orders')
    await elsewhere.page.goto('/login')
    await elsewhere.page.getByLabel('E-mail').fill(fresh)
    await elsewhere.page.getByLabel('Senha', { exact: true }).fill(password)
    await main.getByRole('button', { name: 'Entrar', exact: true }).click()
    await elsewhere.page.waitForURL((url) => url.pathname.startsWith('/dashboard'))
    expect(visitor.complaints).toEqual([])
    for (const { context } of [visitor, elsewhere]) await context.close()
  })

  it('without a password it begins with a code to the old mail, and so does the deletion [P171, P176]', async () => {
    const language: Language = 'en-US'
    const at = Date.now()
    const [old, fresh] = [`rui-${at}@exemplo.test`, `rui.novo-${at}@exemplo.test`]
    const visitor = await visit(shop, desk(language))
    const { page, t } = visitor
    await page.goto('/dashboard/settings')
    await getIn(shop, visitor, 'Rui Prado', old)
    await page.waitForURL('**/dashboard/settings')
    await newMail(visitor, fresh)
    await page.getByRole('heading', { name: "Confirm it's you" }).waitFor()
    await page.getByRole('button', { name: t('account', 'proof.send') }).click()
    await typeCode(visitor, old)
    await page.getByText(`We sent a six-digit code to ${fresh}.`).waitFor()
    await typeCode(visitor, fresh)
    await page.getByText('Email changed.').waitFor()
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Get a code' }).click()
    await dialog.getByText(`We sent a six-digit code to ${fresh}.`).waitFor()
    await soon(() => subjectsTo(fresh)).toContain('Code to delete your account')
    await dialog.getByLabel('Code', { exact: true }).fill(await mailedCode(shop, fresh))
    await dialog.getByRole('button', { name: 'Delete forever' }).click()
    await page.getByText('Your account was deleted.').waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.context.close()
  })
})
