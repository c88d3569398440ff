import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { on } from './answers.ts'
import { longestAnswers } from './longest.ts'
import { filled, toldSettings } from './shop-settings-samples.ts'
import { show } from './show.ts'

// A form whose loaded values all differ from the defaults: an unchanged field is sent with its
// loaded value.

const closed = {
  ...filled,
  maintenanceMessage: 'Voltamos já.',
  reviewsMode: 'off' as const,
  reviewsBlocked: 'grátis',
  heroPicture: '/uploads/fundo.png',
  heroPicturePt: 'Um molho de chaves',
  heroPictureEn: 'A ring of keys',
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
