import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { desk, phone, refuse, rowOf, soon, staff, type Staff } from './admin.ts'
import { actOn, openRow, stateIn } from './row-acts.ts'
import { openShop, sidewaysScroll, type Shop } from './shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

/** The nth active licence; each test uses another licence. */
const licenceAt = async ({ api }: Staff, nth: number) =>
  (await api(`/api/admin/licenses?limit=100&status=active`)).licenses[nth]

/** Creates a product with some keys, so that tests do not share data. */
async function product(
  { api }: Staff,
  name: string,
  keys: string[] = [],
): Promise<{ id: string; name: string }> {
  const { product: made } = await api('/api/admin/product', {
    method: 'POST',
    body: JSON.stringify({ name, description: 'd', price: 5 }),
  })

  if (keys.length)
    await api('/api/admin/stock', {
      method: 'POST',
      body: JSON.stringify({ productId: made.id, licenses: keys }),
    })

  return made
}

describe('licences', () => {
  it('a status changes in its row; a loss is confirmed by name, any other change can be undone [B142, B143, Q113] [F141]', async () => {
    const staffWindow = await staff(shop, desk('pt-BR'))
    const { page, t, context, api } = staffWindow
    const licence = await licenceAt(staffWindow, 0)
    let lists = 0
    let changes = 0

    page.on('request', (request) => {
      if (/\/api\/admin\/licenses\?/.test(request.url())) lists += 1
      if (request.method() === 'PATCH') changes += 1
    })

    await page.goto(`/admin/licenses?search=${licence.maskedKey.slice(-4)}`)
    const label = t('admin', 'licenses.statusOf', { key: licence.maskedKey })
    const { badge, choose, shown } = stateIn(page, label)
    const word = (status: string) => t('admin', `licenses.status.${status}`)
    await badge.waitFor()
    const now = async () => (await api(`/api/admin/licenses/${licence.id}`)).license.status

    for (const key of ['ArrowDown', 'Escape', 'End', 'Escape', 'r', 'Escape']) {
      await badge.focus()
      await page.keyboard.press(key)
    }

    expect([await shown(), changes, await now()]).toEqual([word('active'), 0, 'active'])

    for (const [next, act, title] of [
      [
        'revoked',
        'Revogar licença',
        `Revogar a licença ${licence.maskedKey} de ${licence.customerName}?`,
      ],
      [
        'expired',
        'Expirar licença',
        `Expirar a licença ${licence.maskedKey} de ${licence.customerName}?`,
      ],
    ] as const) {
      await soon(() => badge.isEnabled()).toBe(true)
      const before = await now()
      await choose(word(next))
      const question = page.getByRole('alertdialog', { name: title })
      await question.getByText(licence.product.name).waitFor()
      await question.getByRole('button', { name: 'Cancelar' }).click()
      expect([await shown(), await now()]).toEqual([word(before), before])
      await choose(word(next))
      await question.getByRole('button', { name: act }).click()
      await soon(now).toBe(next)
      expect(await shown()).toBe(word(next))
    }

    await soon(() => badge.isEnabled()).toBe(true)
    await choose(word('active'))
    await soon(now).toBe('active')
    await page.getByRole('button', { name: 'Desfazer' }).click()
    await soon(now).toBe('expired')
    await soon(shown).toBe(word('expired'))
    expect(lists).toBe(1)
    const restore = await refuse(page, '**/status', 'não', { status: 409, method: 'PATCH' })
    await soon(() => badge.isEnabled()).toBe(true)
    await choose(word('active'))

    await page
      .getByRole('alert')
      .filter({ hasText: t('admin', 'licenses.errorUpdate') })
      .waitFor()

    await soon(shown).toBe(word('expired'))
    expect(await now()).toBe('expired')
    await restore()
    await context.close()
  })

  it('many are made active and back by the toast, each to what it was [F141]', async () => {
    const staffWindow = await staff(shop, desk(), 'licenses')
    const { page, context, api } = staffWindow
    const { licenses } = await api('/api/admin/licenses?limit=100&status=active')

    // A customer with several licences; the customers' licence counts depend on the date.
    const { customerEmail: mail } = licenses.find(
      (first: any) =>
        licenses.filter((next: any) => next.customerEmail === first.customerEmail).length > 1,
    )

    const ownLicences = licenses.filter((one: any) => one.customerEmail === mail).slice(0, 2)

    const now = async () =>
      Promise.all(
        ownLicences.map(
          async ({ id }: any) => (await api(`/api/admin/licenses/${id}`)).license.status,
        ),
      )

    for (const [nth, status] of ['revoked', 'expired'].entries())
      await api(`/api/admin/licenses/${ownLicences[nth].id}/status`, {
        method: 'PATCH',
        body: JSON.stringify({ status }),
      })

    await page.goto(`/admin/licenses?search=${encodeURIComponent(mail)}`)
    for (const { maskedKey } of ownLicences)
      await rowOf(page, maskedKey).first().getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Ativar' }).click()
    await page.getByText('2 licenças atualizadas.').waitFor()
    expect(await now()).toEqual(['active', 'active'])
    await page.getByRole('button', { name: 'Desfazer', exact: true }).click()
    await soon(now).toEqual(['revoked', 'expired'])
    await context.close()
  })

  it('a deletion is confirmed by name, revokes an active licence and removes it from the list [B180, B204, Q122]', async () => {
    const staffWindow = await staff(shop, phone('en-US'), 'licenses')
    const { page, context, api } = staffWindow
    const licence = await licenceAt(staffWindow, 5)
    await page.goto(`/admin/licenses?search=${licence.maskedKey.slice(-4)}`)
    const remove = () => actOn(rowOf(page, licence.maskedKey).first(), 'Delete')
    await remove()
    const question = page.getByRole('alertdialog', {
      name: `Delete the licence ${licence.maskedKey} of ${licence.customerName}?`,
    })

    await question
      .getByText(
        'It is active and is revoked now: its customer sees it as suspended from now on. It’s removed from this list. The order, its customer and the books keep the record.',
      )
      .waitFor()

    await question.getByRole('button', { name: 'Cancel' }).click()
    expect((await api(`/api/admin/licenses/${licence.id}`)).license.status).toBe('active')
    await remove()
    await question.getByRole('button', { name: 'Delete licence' }).click()
    await soon(async () => (await api(`/api/admin/licenses/${licence.id}`)).code).toBe(
      'licence.not_found',
    )
    await soon(() => rowOf(page, licence.maskedKey).count()).toBe(0)

    expect(
      (await api(`/api/admin/orders/${licence.orderId}`)).order.units.find(
        (unit: { licenseId: string }) => unit.licenseId === licence.id,
      ).status,
    ).toBe('suspended')

    await context.close()
  })
})

describe('stock', () => {
  it('the add dialog needs product and text, reports by line before it saves, and reads a file [B053, B171, B172, B173, B174]', async () => {
    const staffWindow = await staff(shop, desk(), 'stock')
    const { page, t, context, api } = staffWindow
    const newProduct = await product(staffWindow, 'Colagem', ['JA-EXISTE-1'])
    await page.reload()
    const sent: { dryRun: boolean; licenses: string[] }[] = []

    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/admin/stock'))
        sent.push(request.postDataJSON())
    })

    await page.getByRole('button', { name: t('admin', 'adminStock.add') }).click()
    const dialog = page.getByRole('dialog', { name: t('admin', 'adminStock.add') })
    const add = dialog.getByRole('button', { name: t('admin', 'adminStock.addAct'), exact: true })
    const lines = dialog.getByLabel(t('admin', 'adminStock.lines'))
    expect(await add.isDisabled()).toBe(true)
    await lines.fill('X')
    expect(await add.isDisabled()).toBe(true)
    await dialog.getByLabel(t('admin', 'adminStock.product')).selectOption(newProduct.id)
    await lines.fill('')
    expect(await add.isDisabled()).toBe(true)
    await lines.fill('  \n \n')
    await add.click()

    await dialog
      .getByRole('alert')
      .filter({ hasText: t('admin', 'adminStock.errorRequiredFields') })
      .waitFor()

    expect(sent).toEqual([])
    await lines.fill('  NOVA-1  \n\nJA-EXISTE-1\nNOVA-1\nNOVA-2')
    await add.click()
    const report = dialog.getByRole('region', { name: t('admin', 'adminStock.report') })

    for (const [key, count] of [
      ['accepted_other', 2],
      ['duplicate_other', 2],
      ['empty_one', 1],
    ] as const)
      await report.getByText(t('admin', `adminStock.count.${key}`, { count })).waitFor()

    expect(await report.getByRole('listitem').allTextContents()).toEqual(
      [
        [2, 'line.empty', 0],
        [3, 'line.known', 0],
        [4, 'line.repeats', 1],
      ].map(
        ([at, key, line]) =>
          t('admin', 'adminStock.lineNumber', { line: at! }) +
          t('admin', `adminStock.${key}`, { line: line! }),
      ),
    )

    expect(sent).toEqual([
      {
        productId: newProduct.id,
        dryRun: true,
        licenses: ['NOVA-1', 'JA-EXISTE-1', 'NOVA-1', 'NOVA-2'],
      },
    ])
    expect((await api(`/api/admin/stock?productId=${newProduct.id}`)).total).toBe(1)
    await dialog
      .getByRole('button', { name: t('admin', 'adminStock.addCount_other', { count: 2 }) })
      .click()
    await soon(() => dialog.count()).toBe(0)
    expect((await api(`/api/admin/stock?productId=${newProduct.id}`)).total).toBe(3)
    await page.getByRole('button', { name: t('admin', 'adminStock.add') }).click()
    await dialog.getByLabel(t('admin', 'adminStock.product')).selectOption(newProduct.id)
    const many = Array.from({ length: 1000 }, (_, i) => `ARQUIVO-${i}`).join('\r\n')

    await dialog.locator('input[type=file]').setInputFiles({
      name: 'chaves.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(`\uFEFF${many}\r\n`),
    })

    await dialog.getByText(t('admin', 'adminStock.linesHint_other', { count: 1000 })).waitFor()
    await add.click()
    await soon(() => dialog.count()).toBe(0)
    expect((await api(`/api/admin/stock?productId=${newProduct.id}`)).total).toBe(1003)
    await context.close()
  })

  it('the details set any allowed state; used asks for email and name and sends them [B052, B112, B144]', async () => {
    const staffWindow = await staff(shop, phone('en-US'), 'stock')
    const { page, t, context, api } = staffWindow
    await product(staffWindow, 'Detalhe', ['DETALHE-ABCD'])
    await page.goto('/admin/stock?search=DETALHE-ABCD')
    await openRow(rowOf(page, 'ABCD'))
    const dialog = page.getByRole('dialog')
    const status = dialog.getByRole('combobox')
    const now = async () => (await api('/api/admin/stock/DETALHE-ABCD')).license
    const save = () => dialog.getByRole('button', { name: t('admin', 'kit.save') }).click()
    expect(await dialog.getByLabel(t('admin', 'adminStock.usedEmail')).count()).toBe(0)

    for (const next of ['revoked', 'available', 'reserved']) {
      await status.selectOption(next)
      await save()

      if (next === 'revoked')
        await page
          .getByRole('alertdialog', { name: 'Revoke the key ••••ABCD?' })
          .getByRole('button', { name: 'Revoke key' })
          .click()

      await soon(async () => (await now()).status).toBe(next)
      await soon(() =>
        dialog.getByRole('button', { name: t('admin', 'kit.save') }).isDisabled(),
      ).toBe(true)
    }

    await status.selectOption('used')
    await save()

    await dialog
      .getByRole('alert')
      .filter({ hasText: t('admin', 'adminStock.errorUpdate') })
      .waitFor()

    await dialog.getByLabel(t('admin', 'adminStock.usedEmail')).fill('rita@exemplo.test')
    await dialog.getByLabel(t('admin', 'adminStock.usedName')).fill('Rita')
    await save()
    await soon(async () => (await now()).usedBy?.email).toBe('rita@exemplo.test')
    expect(await now()).toMatchObject({ status: 'used', usedBy: { name: 'Rita' } })
    // Staff marked the key as used, but it was never sold: it may be sold again and loses its owner
    // (Q110).
    await soon(() =>
      dialog.getByRole('button', { name: t('admin', 'kit.save') }).isDisabled(),
    ).toBe(false)
    await status.selectOption('available')
    await save()
    await soon(async () => (await now()).status).toBe('available')
    expect((await now()).usedBy).toBeNull()
    await dialog.getByRole('button', { name: 'Show key ••••ABCD' }).click()
    await dialog.getByText('DETALHE-ABCD', { exact: true }).waitFor()
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await context.close()
  })

  it('keys are put on sale after a question, because nothing takes a sold one back [F141]', async () => {
    const staffWindow = await staff(shop, desk('en-US'), 'stock')
    const { page, context, api } = staffWindow
    const newProduct = await product(staffWindow, 'Gaveta', ['GAVETA-0001', 'GAVETA-0002'])

    for (const key of ['GAVETA-0001', 'GAVETA-0002'])
      await api(`/api/admin/stock/${key}/status`, {
        method: 'PATCH',
        body: JSON.stringify({ status: 'revoked' }),
      })

    const available = async () =>
      (await api(`/api/admin/stock?productId=${newProduct.id}&status=available`)).total
    expect(await available()).toBe(0)
    await page.goto(`/admin/stock?productId=${newProduct.id}`)
    await page.getByLabel('Select all rows').check()
    const release = page.getByRole('toolbar').getByRole('button', { name: 'Make available' })
    await release.click()
    const question = page.getByRole('alertdialog', { name: 'Put 2 keys on sale?' })
    await question.getByText('A delivered key doesn’t go back to stock.').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await available()).toBe(0)
    await release.click()
    await question.getByRole('button', { name: 'Make available' }).click()
    await soon(available).toBe(2)
    await context.close()
  })

  it('a deletion asks first and names its effects; a bulk one names the keys that stay [B178]', async () => {
    const staffWindow = await staff(shop, desk(), 'stock')
    const { page, t, context, api } = staffWindow
    const newProduct = await product(staffWindow, 'Muitas', [
      'MUITAS-0001',
      'MUITAS-0002',
      'MUITAS-0003',
    ])
    await page.goto(`/admin/stock?productId=${newProduct.id}`)
    await actOn(rowOf(page, '0001'), t('admin', 'kit.delete'))
    const question = page.getByRole('alertdialog')
    await question.getByText(t('admin', 'adminStock.deleteText')).waitFor()
    await question.getByRole('button', { name: t('admin', 'kit.cancel') }).click()
    await page.getByLabel(t('admin', 'kit.selectAll')).check()
    // Another person deletes one of the keys first.
    await api('/api/admin/stock/MUITAS-0003', { method: 'DELETE', body: '{}' })

    await page
      .getByRole('toolbar')
      .getByRole('button', { name: t('admin', 'kit.delete') })
      .click()

    await question.getByRole('button', { name: t('admin', 'adminStock.deleteAct') }).click()

    await page
      .getByRole('alert')
      .filter({ hasText: '••••0003: Licença de estoque não encontrada.' })
      .waitFor()

    expect((await api(`/api/admin/stock?productId=${newProduct.id}`)).total).toBe(0)
    await context.close()
  })
})
