import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { desk, phone, soon, staff } from './admin.ts'
import { signUp } from './routes.ts'
import { openShop, sidewaysScroll, visit, type Shop } from './shop.ts'

// A conversation of a customer and staff in the real shop, with a file and a mail.

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

describe('the support', () => {
  it('goes from a customer’s question with a file to the answer, its mail and the next message [P160, P162, P165, P169]', async () => {
    const account = await signUp(shop, 'Lia Suporte')
    const customer = await visit(shop, phone())
    await account.give(customer.context)
    const { page } = customer
    await page.goto('/dashboard/support')
    await page.getByRole('link', { name: 'Novo ticket' }).click()
    await page.getByLabel('Assunto').fill('Minha chave não ativa')
    await page.getByLabel('Mensagem').fill('Diz que já foi usada.\nSegue o registro.')

    await page.locator('input[type=file]').setInputFiles({
      name: 'registro.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('erro 7'),
    })

    await page.getByRole('list', { name: 'Arquivos' }).getByText('registro.txt').waitFor()
    await page.getByRole('button', { name: 'Abrir ticket' }).click()
    await page.waitForURL(/\/dashboard\/support\/TICKET-\d+$/)
    const number = page.url().split('/').at(-1)!
    await page.getByText('Segue o registro.').waitFor()
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)

    const admin = await staff(shop, desk(), 'tickets')

    await admin.page
      .getByRole('button', { name: `Conversa: ${number}` })
      .first()
      .click()

    const dialog = admin.page.getByRole('region', { name: 'Conversa', exact: true })
    await dialog.getByText('Segue o registro.').waitFor()
    const saved = admin.page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Baixar registro.txt' }).click()
    expect((await saved).suggestedFilename()).toBe('registro.txt')
    await dialog.getByLabel('Responder ao cliente').fill('Liberei a chave.')
    await dialog.getByRole('button', { name: 'Enviar', exact: true }).click()
    await dialog.getByText('Liberei a chave.').waitFor()

    // The customer's open page shows the answer without a reload.
    await page.getByText('Liberei a chave.').waitFor({ timeout: 30_000 })
    await page.getByLabel('Escreva uma mensagem').fill('Funcionou, obrigada!')
    await page.getByRole('button', { name: 'Enviar' }).click()
    await page.getByText('Funcionou, obrigada!').waitFor()
    await dialog.getByText('Funcionou, obrigada!').waitFor({ timeout: 30_000 })

    const { email } = await shop
      .api('/api/users/dashboard', { headers: account.headers })
      .then((answer) => answer.data.user)
    const mails = () => shop.sandbox('GET', `/sandbox/api/mail?to=${email}`) as Promise<any[]>
    // The mail waits a minute, so that it can contain further answers.
    expect((await mails()).filter((mail) => mail.subject.includes(number))).toEqual([])
    await shop.makeDue('mail.ticket-answer')
    await expect
      .poll(async () => (await mails()).map((mail) => mail.subject), { timeout: 30_000 })
      .toContain(`Resposta ao seu ticket ${number}: Minha chave não ativa`)
    const mail = (await mails()).find((one) => one.subject.includes(number))
    expect(mail.html).toContain('Liberei a chave.')
    expect(mail.html).toContain(`/dashboard/support/${number}`)
    await soon(() => page.getByText('Liberei a chave.').count()).toBe(1)
    expect([...customer.complaints, ...admin.complaints]).toEqual([])
    await admin.context.close()
    await customer.context.close()
  }, 240_000)
})
