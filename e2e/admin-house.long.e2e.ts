import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { desk, phone, refuse, rowOf, soon, staff } from './admin.ts'
import { stateIn } from './row-acts.ts'
import { openShop, sidewaysScroll, type Shop } from './shop.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop?.close()
})

describe('notifications', () => {
  it('the form has two modes and three required fields; status and deletion are in the table [B090, B091, B092, B145, B165, B236] [F141]', async () => {
    const { page, t, context, api } = await staff(shop, desk(), 'notifications')
    await page.getByRole('button', { name: t('admin', 'notifications.toSend') }).click()

    const send = () =>
      page
        .getByRole('main')
        .getByRole('button', { name: t('admin', 'notifications.send'), exact: true })
        .click()

    await send()
    expect(await page.getByText(t('admin', 'kit.required')).count()).toBe(3)
    expect(
      await page.getByLabel(t('admin', 'notifications.formMessage')).getAttribute('rows'),
    ).toBe('4')
    await page.getByLabel(t('admin', 'notifications.formTitle')).fill('Loja aberta')
    await page.getByLabel(t('admin', 'notifications.formMessage')).fill('Voltamos com novidades.')
    await page.getByLabel(t('admin', 'notifications.formType')).selectOption('warning')
    const restore = await refuse(page, '**/api/admin/notifications', 'O servidor disse isto.', {
      method: 'POST',
    })
    await send()

    await page
      .getByRole('alert')
      .filter({ hasText: t('admin', 'notifications.errorSend') })
      .filter({ hasText: 'O servidor disse isto.' })
      .waitFor()

    expect(await page.getByLabel(t('admin', 'notifications.formTitle')).inputValue()).toBe(
      'Loja aberta',
    )
    await restore()
    await send()
    await page.getByText(t('admin', 'notifications.successSend')).waitFor()
    const row = rowOf(page, 'Loja aberta')
    await row.waitFor()

    expect(await page.getByRole('columnheader').allTextContents()).toEqual(
      ['author', 'message', 'statusHead', 'date']
        .map((key) => t('admin', `notifications.${key}`))
        .concat(t('admin', 'kit.actions')),
    )

    await page.getByText(t('admin', 'kit.pageOf', { page: 1, pages: 1 })).waitFor()
    for (const key of ['kit.previous', 'kit.next'])
      expect(await page.getByRole('button', { name: t('admin', key) }).isDisabled()).toBe(true)
    const { badge, choose, shown } = stateIn(page, 'Situação de Loja aberta')
    const word = (status: string) => t('admin', `notifications.status.${status}`)

    const stored = async () =>
      (await api('/api/admin/notifications?limit=100')).notifications.find(
        (one: { title: string }) => one.title === 'Loja aberta',
      )?.status

    expect(await stored()).toBe('sent')

    for (const next of ['revoked', 'pending', 'sent']) {
      await soon(() => badge.isEnabled()).toBe(true)
      await choose(word(next))
      await soon(stored).toBe(next)
    }

    const undo = page.getByRole('button', { name: 'Desfazer', exact: true })
    await soon(() => badge.isEnabled()).toBe(true)
    await choose(word('revoked'))
    await soon(stored).toBe('revoked')
    await page.getByText('Situação de “Loja aberta” alterada.').waitFor()
    await soon(() => badge.isEnabled()).toBe(true)
    await undo.click()
    await soon(stored).toBe('sent')
    await soon(shown).toBe(word('sent'))
    expect(await undo.count()).toBe(0)
    await row.getByRole('button', { name: /^Excluir/ }).click()

    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('admin', 'notifications.deleteAct') })
      .click()

    await soon(stored).toBeUndefined()
    await soon(() => row.count()).toBe(0)
    await context.close()
  })
})

describe('security', () => {
  it('the form says what is missing; a ban shows, for good or until a moment, and is removed [B093, B094, B118, B166, B167, B169, B237]', async () => {
    const { page, t, context, api } = await staff(shop, phone(), 'security')
    const form = page.getByRole('form', { name: t('admin', 'adminSecurity.form') })
    const field = (key: string) =>
      form.getByLabel(t('admin', `adminSecurity.${key}`), { exact: true })
    const submit = () =>
      form.getByRole('button', { name: t('admin', 'adminSecurity.submit') }).click()
    await submit()
    await form.getByText(t('admin', 'adminSecurity.errorIpOrHwidRequired')).waitFor()
    await field('ip').fill('203.0.113.77')
    await submit()
    await form.getByText(t('admin', 'adminSecurity.errorReasonRequired')).waitFor()
    await field('reason').fill('varredura')
    await field('expires').focus()
    await page.keyboard.type('12')
    await submit()
    await form.getByText(t('admin', 'adminSecurity.invalidDate')).waitFor()
    expect((await api('/api/admin/security/bans')).total).toBe(0)
    await field('expires').fill('')
    await submit()
    await page.getByText(t('admin', 'adminSecurity.successCreate')).waitFor()
    const row = rowOf(page, 'varredura')
    await row.getByText(t('admin', 'adminSecurity.permanent')).waitFor()
    expect(await field('reason').inputValue()).toBe('')

    await api('/api/admin/security/bans', {
      method: 'POST',
      body: JSON.stringify({ hwid: 'HW-77', reason: 'placa' }),
    })

    await page.getByRole('button', { name: t('admin', 'kit.refresh') }).click()
    await rowOf(page, 'HW-77').getByRole('cell').first().getByText('-', { exact: true }).waitFor()
    await row
      .getByRole('button', { name: new RegExp(t('admin', 'adminSecurity.removeAct')) })
      .click()

    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('admin', 'adminSecurity.removeAct') })
      .click()

    await page.getByText(t('admin', 'adminSecurity.successRemove')).waitFor()
    await soon(() => row.count()).toBe(0)
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await context.close()
  })
})

describe('audit log', () => {
  it('filters apply on submit and send nothing empty; rows have long dates, JSON and pages [B102, B103, B104, B228]', async () => {
    const { page, t, context } = await staff(shop, desk(), 'logs')
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('audit-logs')) requests.push(request.url())
    })
    await page.getByRole('table').waitFor()
    await page.getByText(/^Página 1 de/).waitFor()
    await page.getByRole('button', { name: t('admin', 'kit.next') }).click()
    await page.getByText(/^Página 2 de/).waitFor()
    expect(await page.locator('#audit-filters').count()).toBe(0)
    const toggle = page.getByRole('button', { name: t('admin', 'audit.filters') })
    await toggle.click()
    expect(await toggle.getAttribute('aria-expanded')).toBe('true')
    await page.getByLabel(t('admin', 'audit.action'), { exact: true }).selectOption('login')

    const submit = () =>
      page
        .getByRole('search')
        .getByRole('button', { name: t('admin', 'kit.search') })
        .click()

    await submit()

    await soon(async () =>
      (await page.getByRole('row').allTextContents())
        .slice(1)
        .every((row) => row.startsWith('Entrou na conta')),
    ).toBe(true)

    const last = new URL(requests.at(-1)!)
    expect([...last.searchParams.keys()].toSorted()).toEqual(['actionName', 'limit', 'page'])

    await page
      .getByRole('row')
      .nth(1)
      .getByText(/ de 20\d\d/)
      .waitFor()

    await page.getByRole('row').nth(1).getByText('Administração Demo').first().waitFor()
    await page
      .getByLabel(t('admin', 'audit.action'), { exact: true })
      .selectOption('payment.completed')
    await submit()

    await page
      .getByRole('row')
      .nth(1)
      .getByText(t('admin', 'audit.system'), { exact: true })
      .waitFor()

    await page.getByRole('row').nth(1).getByText('Ver registro').click()
    expect(await page.getByRole('row').nth(1).locator('pre').textContent()).toMatch(/^\{\n {2}"/)
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: t('admin', 'kit.csv') }).click()
    const lines = (await readFile(await (await file).path(), 'utf8')).trim().split('\n')
    expect(lines.length).toBeGreaterThan(2)
    expect(lines.slice(1).every((line) => line.includes('"payment.completed"'))).toBe(true)
    await context.close()
  })

  it("an error shows the server's text, or its own [B247]", async () => {
    const { page, t, context } = await staff(shop, phone('en-US'), 'users')

    for (const [said, shown] of [
      ['The log is being moved.', 'The log is being moved.'],
      ['', t('admin', 'audit.errorLoad')],
    ] as const) {
      const restore = await refuse(page, '**/audit-logs?*', said)
      await page.goto('/admin/logs')
      await page.getByRole('alert').filter({ hasText: shown }).waitFor()
      await restore()
    }

    await context.close()
  })
})

describe('system and settings', () => {
  it('the general form changes two fields, keeps the rest, and says so in an alert; errors [B097, B098, B238]', async () => {
    const { page, t, context, api } = await staff(shop, desk(), 'system')

    await api('/api/admin/system/site-settings', {
      method: 'PUT',
      body: JSON.stringify({ contactEmail: 'fica@exemplo.test' }),
    })

    await page.reload()
    const name = page.getByLabel(t('admin', 'admin.settings.siteName'))
    await soon(() => name.inputValue()).not.toBe('')
    await name.fill('Loja da Ana')
    const save = () => page.getByRole('button', { name: t('admin', 'kit.save') }).click()
    const restore = await refuse(page, '**/site-settings', '', { method: 'PUT' })
    await save()

    await page
      .getByRole('alert')
      .filter({ hasText: t('admin', 'adminSystem.errorSave') })
      .waitFor()

    await restore()
    await save()
    const alert = page.getByRole('alertdialog')
    await alert.getByText(t('admin', 'adminSystem.successSave')).waitFor()
    await alert.getByRole('button', { name: t('admin', 'kit.ok') }).click()

    expect((await api('/api/admin/system/site-settings')).settings).toMatchObject({
      siteName: 'Loja da Ana',
      contactEmail: 'fica@exemplo.test',
      maintenanceMode: false,
    })

    await refuse(page, '**/stats/system')
    await refuse(page, '**/site-settings')
    await page.reload()

    for (const key of ['errorStats', 'errorSettings'])
      await page
        .getByRole('alert')
        .filter({ hasText: t('admin', `adminSystem.${key}`) })
        .waitFor()

    await context.close()
  })

  it('four tabs in one form; inputs by kind; save; reset asks first; errors [B099, B100, B101, B170, B239]', async () => {
    const { page, t, context, api } = await staff(shop, phone('en-US'), 'settings')
    const field = (key: string) =>
      page.getByLabel(t('admin', `admin.settings.${key}`), { exact: true })
    const open = (tab: string) =>
      page.getByRole('tab', { name: t('admin', `admin.settings.tab.${tab}`) }).click()
    const save = () => page.getByRole('button', { name: t('admin', 'kit.save') }).click()
    await page.getByRole('tab').first().waitFor()
    expect(await page.getByRole('tab').count()).toBe(6)
    for (const key of ['siteLogo', 'siteFavicon', 'supportDiscord', 'discordSupportLink'])
      expect(await field(key).getAttribute('type')).toBe('url')
    expect(await field('contactEmail').getAttribute('type')).toBe('email')
    await field('siteDescription').fill('Keys at once.')
    expect(await field('keysByMail').isChecked()).toBe(false)
    await field('keysByMail').check()
    await open('contact')
    await field('discordSupportLink').fill('javascript:alert(1)')
    await open('legal')
    await field('privacyPolicy').fill('We keep little.')
    await save()
    await page.getByText(t('admin', 'kit.url')).waitFor()
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe(
      t('admin', 'admin.settings.tab.contact'),
    )
    await field('discordSupportLink').fill('https://discord.gg/ajuda')
    const refusal = await refuse(page, '**/site-settings', '', { method: 'PUT' })
    await save()

    await page
      .getByRole('alert')
      .filter({ hasText: t('admin', 'admin.settings.saveError') })
      .waitFor()

    await refusal()
    await save()
    await page.getByText(t('admin', 'admin.settings.saveSuccess')).waitFor()

    expect((await api('/api/admin/system/site-settings')).settings).toMatchObject({
      siteDescription: 'Keys at once.',
      keysByMail: true,
      discordSupportLink: 'https://discord.gg/ajuda',
      privacyPolicy: 'We keep little.',
    })

    const reset = async () => {
      await page.getByRole('button', { name: t('admin', 'admin.settings.reset') }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: t('admin', 'admin.settings.resetAct') })
        .click()
    }

    const restore = await refuse(page, '**/reset', '', { method: 'POST' })
    await reset()

    await page
      .getByRole('alert')
      .filter({ hasText: t('admin', 'admin.settings.resetError') })
      .waitFor()

    await restore()
    await reset()
    await page.getByText(t('admin', 'admin.settings.resetSuccess')).waitFor()
    await soon(() => field('privacyPolicy').inputValue()).toBe('')
    expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0)
    await refuse(page, '**/site-settings')
    await page.reload()

    await page
      .getByRole('alert')
      .filter({ hasText: t('admin', 'admin.settings.loadError') })
      .waitFor()

    await context.close()
  })
})
