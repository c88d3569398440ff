import { api } from '@chaveiro/contracts'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'

import { on, refused } from './answers.ts'
import { ids } from './samples.ts'
import { settingsSetup, part, path } from './settings-samples.ts'
import { show } from './show.ts'

const profilePath = '/api/users/profile'

describe('the own account', () => {
  it('changes its name in place, and keeps the typed text when refused [P135]', async () => {
    const screen = await show(path, {
      ...settingsSetup,
      replies: [refused(api.ownAccount.rename, 'Agora não.', 500), ...settingsSetup.replies!],
    })

    await screen.press('Mudar: Nome')
    await screen.page.getByLabel('Novo nome').waitFor()
    await expect
      .poll(() => screen.lines(part(screen, 'Nome')))
      .toEqual([
        'Nome',
        'Bia Prado',
        'Mudar',
        'Novo nome',
        'Pedidos já feitos guardam o nome de antes.',
        'Mudar nome',
      ])
    await screen.press('Mudar nome')
    await expect.poll(() => screen.lines()).toContain('Preencha este campo.')
    await screen.page.getByLabel('Novo nome').fill(' Bia Nova ')
    await screen.press('Mudar nome')
    await expect.poll(() => screen.lines()).toContain('Agora não.')
    await expect.poll(() => screen.fields()).toContainEqual(['Novo nome', ' Bia Nova '])
    const user = { ...ids(9), name: 'Bia Nova', email: 'bia@exemplo.test', role: 'client' as const }
    screen.replies.unshift(
      on(api.ownAccount.rename, { success: true, message: 'Nome alterado.', user }),
    )
    await screen.press('Mudar nome')
    await expect.poll(() => screen.lines(part(screen, 'Nome'))).toContain('Bia Nova')
    expect(screen.sent('PATCH', profilePath)).toEqual([{ name: 'Bia Nova' }, { name: 'Bia Nova' }])
  })

  it('downloads its data, or says why not [P136]', async () => {
    const screen = await show(path, {
      ...settingsSetup,
      replies: [
        refused(api.ownAccount.exported, 'Muitas tentativas. Tente novamente mais tarde.', 429),
        ...settingsSetup.replies!,
      ],
    })

    await screen.page.getByRole('heading', { name: 'Seus dados' }).waitFor()
    await screen.press('Baixar meus dados')
    await expect
      .poll(() => screen.lines())
      .toContain('Muitas tentativas. Tente novamente mais tarde.')
    screen.replies.unshift(on(api.ownAccount.exported, { profile: { name: 'Bia' } } as never))
    const saved = screen.page.waitForEvent('download')
    await screen.press('Baixar meus dados')
    expect(JSON.parse(await readFile((await (await saved).path())!, 'utf8'))).toEqual({
      profile: { name: 'Bia' },
    })
  })

  it('is deleted after what goes and what stays was said, with the password [P137, Q114]', async () => {
    const removal = on(api.ownAccount.removal, { success: true, keptUntil: 2031 })

    const screen = await show(path, {
      ...settingsSetup,
      replies: [
        removal,
        refused(api.ownAccount.remove, 'A senha atual está incorreta.', 400),
        ...settingsSetup.replies!,
      ],
    })

    await screen.press('Excluir minha conta')
    const dialog = screen.dialog('Excluir a sua conta?')

    await expect
      .poll(() => screen.lines(dialog))
      .toEqual([
        'Excluir a sua conta?',
        'Nome, e-mail, CPF guardado, senha, conta do Discord e sessões são apagados agora, e as suas avaliações ficam sem nome. Pagamentos em aberto são cancelados.',
        'Pedidos e licenças ficam nos registros da loja com o seu nome e e-mail até 2031, como a lei exige. Depois disso o nome e o e-mail também são apagados.',
        'Você deixa de ver as suas chaves aqui: copie-as ou baixe os seus dados antes.',
        'Senha atual',
        'Excluir para sempre',
        'Voltar',
      ])

    await screen.press('Excluir para sempre', dialog)
    await expect.poll(() => screen.lines(dialog)).toContain('Preencha este campo.')
    expect(screen.sent('POST', `${profilePath}/removal`)).toEqual([])
    await dialog.getByLabel('Senha atual', { exact: true }).fill('errada-1234')
    await screen.press('Excluir para sempre', dialog)
    await expect.poll(() => screen.lines(dialog)).toContain('A senha atual está incorreta.')
    screen.replies.unshift(
      on(api.ownAccount.remove, { success: true, message: 'Sua conta foi excluída.' }),
    )
    const me = '00000000-0000-4000-8000-00000000000a'

    await screen.page.evaluate((id) => {
      localStorage.setItem('cupomCode', 'VERAO')
      localStorage.setItem(`supportDraft_${id}_new`, '{"text":"a medida do meu quadro"}')
      localStorage.setItem(`supportDraft_${id}_ticket-1`, '{"text":"e a moldura"}')
    }, me)

    await screen.press('Excluir para sempre', dialog)
    await expect.poll(() => new URL(screen.page.url()).pathname).toEqual('/')
    await expect
      .poll(() => screen.page.evaluate(() => localStorage.getItem('accessToken')))
      .toBeNull()

    // The browser keeps no data of a deleted account (S147).
    await expect
      .poll(() =>
        screen.page.evaluate(() =>
          Object.keys(localStorage).filter((name) => /^(?:supportDraft|cupomCode)/.test(name)),
        ),
      )
      .toEqual([])

    await screen.page.close()

    const english = await show(path, {
      ...settingsSetup,
      language: 'en-US',
      replies: [removal, ...settingsSetup.replies!],
    })

    await english.press('Delete my account')

    await expect
      .poll(() => english.lines(english.dialog()))
      .toEqual([
        'Delete your account?',
        'Your name, email, saved CPF, password, Discord account and sessions are erased now, and your reviews lose your name. Open payments are cancelled.',
        "Orders and licences stay in the shop's records with your name and email until 2031, as the law requires. After that, your name and email are erased too.",
        "You won't see your keys here any more: copy them or download your data first.",
        'Current password',
        'Delete forever',
        'Back',
      ])

    await english.page.close()
    const staff = await show(path, { ...settingsSetup, as: { role: 'admin' } })
    await staff.page.getByRole('heading', { name: 'Seus dados' }).waitFor()
    expect(await staff.lines()).not.toContain('Excluir minha conta')
    await staff.page.close()
  })
})
