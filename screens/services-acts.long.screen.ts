import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { on, refused } from './answers.ts'
import { at, card, open, providers, replied, works, wrong } from './services-samples.ts'

describe('the credentials entered under payments and services', () => {
  it('sends only the typed values, says that it works, and empties the secrets [P353, P361]', async () => {
    const screen = await open('card')
    screen.replies.unshift(replied({ trial: works }))
    await screen.page.getByLabel('Chave secreta').fill('sk_test_nova')
    await screen.press('Salvar')
    await screen.page.getByText('Salvo. Funciona.').waitFor()

    expect(screen.sent('PUT', at)).toEqual([
      {
        values: { STRIPE_SECRET_KEY: 'sk_test_nova' },
        anyway: false,
        updatedAt: '2026-02-03T17:05:00.000Z',
      },
    ])

    expect(await screen.page.getByLabel('Chave secreta').inputValue()).toBe('')
  })

  it('a trial saves nothing; failing credentials stay typed and need a second press to save [P354, P356]', async () => {
    const screen = await open('card')
    screen.replies.unshift(on(adminApi.providers.try, { success: true, trial: wrong }))
    await screen.page.getByLabel('Chave secreta').fill('sk_test_errada')
    await screen.press('Testar')
    await screen.page.getByText('A chave foi recusada.').waitFor()
    expect(screen.sent('POST', `${at}/try`)).toEqual([
      { values: { STRIPE_SECRET_KEY: 'sk_test_errada' } },
    ])
    expect(await screen.page.getByText('Salvar mesmo assim').count()).toBe(0)
    screen.replies.unshift(replied({ saved: false, trial: wrong }))
    await screen.press('Salvar')
    await screen.page.getByText('Não foi salvo. A chave foi recusada.').waitFor()
    expect(await screen.page.getByLabel('Chave secreta').inputValue()).toBe('sk_test_errada')
    screen.replies.unshift(replied({ trial: wrong }))
    await screen.press('Salvar mesmo assim')
    await screen.page.getByText('Salvo assim mesmo. A chave foi recusada.').waitFor()

    expect(screen.sent('PUT', at).map((sent) => (sent as { anyway: boolean }).anyway)).toEqual([
      false,
      true,
    ])
  })

  it('stored credentials are shown; a press tries and uses them, failing ones need a second [P427]', async () => {
    const withCard = (change: Partial<typeof card>) => {
      const all = providers.map((one) => (one.name === 'card' ? { ...card, ...change } : one))
      return { replies: [on(adminApi.providers.list, { success: true, providers: all })] }
    }

    const screen = await open('card', withCard({ other: 'real' }))

    await screen.page
      .getByText(
        'As credenciais reais estão guardadas ao lado, fora de uso; o que foi pago com elas continua sendo conferido.',
      )
      .waitFor()

    screen.replies.unshift(replied({ saved: false, trial: wrong }))
    await screen.press('Usar as reais')
    await screen.page.getByText('Não foi salvo. A chave foi recusada.').waitFor()
    screen.replies.unshift(replied({ trial: works }))
    await screen.press('Salvar mesmo assim')
    await screen.page.getByText('Salvo. Funciona.').waitFor()
    const at0 = { values: {}, switch: true, updatedAt: '2026-02-03T17:05:00.000Z' }

    expect(screen.sent('PUT', at)).toEqual([
      { ...at0, anyway: false },
      { ...at0, anyway: true },
    ])

    const before = await open('card', withCard({ other: 'real' }))
    await before.press('Remover')
    await before.page
      .getByText(/As credenciais reais guardadas ao lado são removidas também\.$/)
      .waitFor()
    // While credentials are being typed, the button that switches to the real ones is hidden.
    await screen.page.getByLabel('Chave secreta').fill('sk_test_x')
    expect(await screen.page.getByRole('button', { name: 'Usar as reais' }).count()).toBe(0)

    const english = await open('card', {
      language: 'en-US',
      ...withCard({ other: 'test', test: false }),
    })

    await english.page
      .getByText('The test credentials are kept beside these, not in use.')
      .waitFor()
    expect(await english.page.getByRole('button', { name: 'Use test credentials' }).count()).toBe(1)
    await english.press('Remove')
    await english.page
      .getByText(/The test credentials kept beside them are removed too\.$/)
      .waitFor()
  })

  it('half a form shows its errors and is not sent; a refusal keeps the typed values [P357]', async () => {
    const screen = await open('discord', { language: 'en-US' })
    await screen.page.getByLabel('Server ID').fill('')
    await screen.press('Test')
    await expect.poll(() => screen.lines(screen.page.locator('form'))).toContain('Fill this in.')
    expect(screen.sent('POST', '/api/admin/providers/discord/try')).toEqual([])
    await screen.page.getByLabel('Server ID').fill('333333333333333333')
    await screen.page.getByLabel('Bot token').fill('a.b.c')
    screen.replies.unshift(refused(adminApi.providers.save, 'Somebody was faster.', 409))
    await screen.press('Save')
    await screen.page.getByText('Nothing was saved. Somebody was faster.').waitFor()
    expect(await screen.page.getByLabel('Bot token').inputValue()).toBe('a.b.c')

    expect(screen.sent('PUT', '/api/admin/providers/discord')).toEqual([
      {
        values: { DISCORD_BOT_TOKEN: 'a.b.c', DISCORD_GUILD_ID: '333333333333333333' },
        anyway: false,
        updatedAt: null,
      },
    ])
  })

  it('sends a certificate from the device in base64, and refuses what is too large for one [P361]', async () => {
    const free = providers.map((one) => (one.name === 'pix' ? { ...one, decidedBy: [] } : one))
    const replies = [on(adminApi.providers.list, { success: true, providers: free })]
    const screen = await open('pix', { replies })
    const input = screen.page.locator('input[type=file]')
    const give = (name: string, buffer: Buffer) =>
      input.setInputFiles({ name, mimeType: 'application/x-pkcs12', buffer })
    await give('enorme.p12', Buffer.alloc(20_001))
    await screen.page.getByText('O arquivo é grande demais para um certificado.').waitFor()
    await give('loja.p12', Buffer.from('um certificado'))
    await screen.page.getByText('loja.p12').waitFor()
    await screen.page.getByLabel('Client Secret').fill('segredo')
    screen.replies.unshift(on(adminApi.providers.try, { success: true, trial: works }))
    await screen.press('Testar')
    await screen.page.getByText('Funciona.').waitFor()
    expect(screen.sent('POST', '/api/admin/providers/pix/try')).toEqual([
      { values: { PIX_CLIENT_SECRET: 'segredo', PIX_CERTIFICATE: 'dW0gY2VydGlmaWNhZG8=' } },
    ])
  })

  it('removes after a question that names the payments which wait [P360]', async () => {
    const screen = await open('card')
    screen.replies.unshift(
      on(adminApi.providers.remove, { success: true, message: 'Removidas.', provider: card }),
    )
    await screen.press('Remover')

    await expect
      .poll(() => screen.lines(screen.page.getByRole('alertdialog')))
      .toEqual([
        'Remover as credenciais: Cartão (Stripe)?',
        '2 pagamentos em aberto ainda dependem delas: se forem pagos, a loja não vai ver.',
        'Cancelar',
        'Remover',
      ])

    await screen.press('Remover', screen.page.getByRole('alertdialog'))
    expect(await screen.toast()).toBe('Credenciais removidas.')
  })
})
