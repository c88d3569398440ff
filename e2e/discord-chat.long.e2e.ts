import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { desk, phone, rowOf, soon, staff } from './admin.ts'
import { signIn } from './routes.ts'
import { actOn } from './row-acts.ts'
import { openShop, sidewaysScroll, visit, type Shop } from './shop.ts'

// People use Discord through the sandbox's chat page; the shop's own pages show the results.

const ana = '1300000000000000501'
const equipe = '1300000000000000504'
let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

const chatOf = (page: Page, user: string, channel = '') =>
  page.goto(`/sandbox/chat?as=${user}&channel=${channel}`)

/** Types a command on the chat page. */
async function type(page: Page, name: string, options: Record<string, string>): Promise<void> {
  const command = page
    .locator('details')
    .filter({ has: page.locator('code', { hasText: `/${name}` }) })
  await command.locator('summary').click()
  for (const [option, value] of Object.entries(options))
    await command.locator(`[name="option.${option}"]`).fill(value)
  await command.getByRole('button', { name: 'Enviar' }).click()
  await page.waitForLoadState()
}

/** Reloads the page until the newest messages match. */
const reads = (page: Page, text: RegExp) =>
  soon(async () => {
    await page.reload()
    return page.getByRole('main').textContent()
  }).toMatch(text)

describe('the chat', () => {
  it('a purchase leads from the command to its success or failed page, with help for chat users [S180, S091, S093]', async () => {
    const admin = await staff(shop, desk(), 'users')
    const {
      data: [person],
    } = await admin.api('/api/admin/users?search=cliente@demo.test')

    expect(
      (
        await admin.api(`/api/admin/users/${person._id}`, {
          method: 'PUT',
          body: JSON.stringify({ discordId: ana }),
        })
      ).success,
    ).toBe(true)

    await admin.context.close()
    const { products } = await shop.api('/api/product/search?q=&inStock=true&limit=20')
    const [first, second] = products.filter(
      (one: any) =>
        one.provider === 'stock' &&
        one.currency === 'BRL' &&
        one.stock === 'in' &&
        one.variantCount === 1,
    )
    const buyer = await visit(shop, desk())
    const { page, t } = buyer

    const buy = async (name: string) => {
      await chatOf(page, ana)

      await soon(async () => {
        await page.reload()
        return page.locator('code', { hasText: '/comprar' }).count()
      }).toBe(1)

      await type(page, 'comprar', { produto: name, quantidade: '1' })

      // If several products match, the bot lists them.
      const exact = page
        .locator('select')
        .last()
        .locator('option', { hasText: new RegExp(`^${name}$`) })

      if (
        await page
          .getByText('Qual destes?')
          .last()
          .isVisible()
          .catch(() => false)
      ) {
        await page.locator('select').filter({ has: exact }).last().selectOption({ label: name })
        await page.locator('form').filter({ has: exact }).last().getByRole('button').click()
      }

      await page.getByRole('button', { name: 'Aceito os termos e pago com PIX' }).last().click()
      const form = page.getByRole('dialog')
      await form.getByLabel(/CPF/).fill('529.982.247-25')
      await form.getByRole('button', { name: 'Enviar' }).click()
      await reads(page, /PIX de R\$/)
    }

    await buy(first.name)
    await buy(second.name)
    await reads(page, /trocado por outro mais novo/)

    // The first message may change before the second one shows its QR code.
    await soon(async () => {
      await page.reload()
      return page
        .locator('img')
        .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth))
    }).toEqual([400])

    const href = (name: string) => page.getByRole('link', { name }).last().getAttribute('href')
    const failed = (await href('Detalhes'))!
    const paying = new URL((await href('Acompanhar no site'))!)
    const paymentId = paying.searchParams.get('payment_id')!
    const client = await signIn(shop)
    const { owner } = await shop.api(`/api/payment/efybank/status/${paymentId}`, {
      headers: client.headers,
    })
    await shop.sandbox('POST', `/sandbox/api/pix/${owner.pix.txid}/pay`, {})
    await reads(page, /Pagamento confirmado/)
    const success = (await href('Ver minha chave'))!
    await page.goto(new URL(success).pathname + new URL(success).search)
    await page.getByText(t('result', 'origin.discord')).waitFor()

    await page
      .getByRole('main')
      .getByRole('link', { name: t('result', 'action.support') })
      .waitFor()

    await page
      .getByRole('main')
      .getByRole('link', { name: t('result', 'action.register') })
      .waitFor()

    expect(await page.getByRole('link', { name: t('result', 'action.orders') }).count()).toBe(0)
    await page.goto(new URL(failed).pathname + new URL(failed).search)
    await page.getByText(t('result', 'origin.discord')).waitFor()

    await page
      .getByRole('main')
      .getByRole('link', { name: t('result', 'action.register') })
      .waitFor()

    // Only the buyer can see the key, on the site.
    await client.give(buyer.context)
    const { owner: paid } = await shop.api(`/api/payment/efybank/status/${paymentId}`, {
      headers: client.headers,
    })
    await page.goto(`/success?payment_id=${paymentId}`)
    await page.getByText(paid.orderNumber).first().waitFor()
    expect(JSON.stringify(await shop.sandbox('GET', '/sandbox/api/discord'))).not.toContain(
      paid.units[0].licenseKey,
    )
    expect(buyer.complaints).toEqual([])
    await buyer.context.close()
  })

  it('a ticket is opened in the chat, answered and closed there, and read and deleted by staff [B131, B188]', async () => {
    const customer = await visit(shop, phone())
    const { page } = customer
    await chatOf(page, ana)
    await type(page, 'ticket', { assunto: 'Minha chave' })

    await soon(async () => {
      await page.reload()
      return page
        .getByRole('navigation', { name: 'Canais' })
        .getByRole('link', { name: /#ticket-/ })
        .count()
    }).toBe(1)

    await page.getByRole('link', { name: /#ticket-/ }).click()
    const name = (await page.getByRole('heading', { name: /#ticket-/ }).textContent())!
      .replace('#', '')
      .toUpperCase()
    await page.locator('#content').fill('Minha chave não ativa')
    await page.getByRole('button', { name: 'Enviar' }).first().click()
    const channel = new URL(page.url()).searchParams.get('channel')!
    await chatOf(page, equipe, channel)
    await page.locator('#content').fill('Já troquei, veja seus pedidos')
    await page.getByRole('button', { name: 'Enviar' }).first().click()
    await page.getByText('Já troquei, veja seus pedidos').waitFor()
    await page.getByRole('button', { name: 'Fechar ticket' }).click()
    await page.getByRole('button', { name: 'Sim, fechar' }).click()
    await customer.context.close()
    const staffWindow = await staff(shop, desk(), 'tickets')
    const { page: office, t, api } = staffWindow
    await soon(async () => (await api(`/api/admin/tickets/${name}`)).ticket.chat).toBe('archived')
    await office.reload()
    const act = (label: string) => actOn(rowOf(office, name), label)
    await act(t('admin', 'adminTickets.view'))
    const talk = office.getByRole('dialog').frameLocator('iframe')
    await talk.getByText('Minha chave não ativa').waitFor()
    await talk.getByText('Já troquei, veja seus pedidos').waitFor()
    await office.keyboard.press('Escape')
    await act(t('admin', 'kit.delete'))

    await office
      .getByRole('alertdialog')
      .getByRole('button', { name: t('admin', 'adminTickets.deleteAct') })
      .click()

    await office.getByText(t('admin', 'adminTickets.deleted')).waitFor()
    await soon(() => rowOf(office, name).count()).toBe(0)
    expect(await sidewaysScroll(office)).toBeLessThanOrEqual(0)
    await staffWindow.context.close()
  })

  it('the community button shows the name, the people online and the invite of the chat server [S048]', async () => {
    const visitor = await visit(shop, desk())
    const { page, t } = visitor
    await (await signIn(shop)).give(visitor.context)
    await page.goto('/terms')

    await page
      .getByRole('banner')
      .getByRole('button', { name: t('common', 'widget.open') })
      .click()

    const panel = page.getByRole('dialog')
    await panel.getByText('Loja Demo').waitFor()
    expect(
      await panel.getByRole('link', { name: t('common', 'widget.join') }).getAttribute('href'),
    ).toMatch(/^https:\/\/discord\.com\//)
    await visitor.context.close()
  })
})
