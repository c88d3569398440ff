import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'
import { on } from './answers.ts'
import { longestAnswers } from './longest.ts'
import { toldSettings } from './shop-settings-samples.ts'
import { show } from './show.ts'

// A form that is loaded with values none of which is its default: what is not touched is sent as it
// was.

const closed = {
  siteName: 'Casa da Chave',
  siteDescription: 'Licenças em segundos.',
  siteLogo: '/uploads/logotipo.png',
  siteFavicon: 'https://exemplo.test/icone.png',
  siteLogoDark: '/uploads/escuro.png',
  maintenanceMode: true,
  maintenanceMessage: 'Voltamos já.',
  contactEmail: 'ajuda@exemplo.test',
  supportDiscord: 'https://chat.exemplo.test/servidor',
  discordSupportLink: 'https://chat.exemplo.test/suporte',
  termsOfService: 'Termos da casa.',
  privacyPolicy: 'Privacidade da casa.',
  keysByMail: true,
  reviewsMode: 'off' as const,
  reviewsBlocked: 'grátis',
  reviewInvites: true,
  accentColor: '#7C3AED',
  heroTitlePt: 'Chaves na hora',
  heroTitleEn: 'Keys at once',
  heroLeadPt: 'Pague e use.',
  heroLeadEn: 'Pay and use.',
  heroPicture: '/uploads/fundo.png',
  heroPicturePt: 'Um molho de chaves',
  heroPictureEn: 'A ring of keys',
  homeSections: ['steps', 'categories'] as ('steps' | 'categories')[],
  questions: [{ askedPt: 'Emite nota?', askedEn: '', answerPt: 'Sim.', answerEn: '' }],
  barOn: true,
  barTextPt: 'Só hoje',
  barTextEn: 'Today only',
  barLink: '/products',
  barFrom: '2026-02-03T08:00',
  barUntil: '2026-02-04T00:00',
  sellerName: 'Casa da Chave Ltda.',
  sellerTaxId: '12.345.678/0001-95',
  sellerAddress: 'Rua das Chaves, 7, Recife, PE',
  updatedAt: '2026-02-03T17:05:00.000Z',
}
const answer = toldSettings(closed)
const { system, ...sections } = adminApi
const others = longestAnswers([...Object.values(system ?? {}), sections.jobs.list] as never)
const given = {
  as: { role: 'admin' as const },
  replies: [on(adminApi.settings.read, answer), on(adminApi.settings.save, answer), ...others],
}

describe('a form that is loaded', () => {
  it('keeps a shop closed whose name is changed beside its state', async () => {
    const screen = await show('/admin/system', given)
    const name = screen.page.getByLabel('Nome da loja')
    await expect.poll(() => name.inputValue()).toBe('Casa da Chave')
    await name.fill('Casa Nova')
    await screen.press('Salvar')
    await expect
      .poll(() => screen.sent('PUT', '/api/admin/system/site-settings'))
      .toEqual([{ ...closed, siteName: 'Casa Nova' }])
  })
})
