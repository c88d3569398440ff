import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Answer, type Body } from './answers.ts'
import { ids, listed } from './samples.ts'
import { show, type Given } from './show.ts'

type Grant = Body<typeof adminApi.roles.list>['roles'][number]

const given: Grant = {
  ...ids(1),
  user: { ...ids(2), name: 'Bia Prado', email: 'bia@exemplo.test', discordId: '1111111111111111' },
  discordId: '1111111111111111',
  roleId: '9988776655',
  wanted: true,
  state: 'given',
  problem: null,
  detail: null,
  tries: 0,
  nextAt: null,
  updatedAt: '2024-02-03T17:05:00.000Z',
  products: ['Pincel Pro', 'Tela Mini'],
}

/**
 * A role without an active licence, on an account that is no longer linked; the server no longer
 * has the role.
 */
const old: Grant = {
  ...given,
  ...ids(3),
  discordId: '2222222222222222',
  roleId: '77',
  products: [],
  state: 'taken',
}

const grant = (number: number, change: Partial<Grant>): Grant => ({
  ...given,
  ...ids(number),
  ...change,
})

const counts = { waiting: 1201, given: 4302, taken: 53, absent: 64, failed: 75 }

const list = (roles: Grant[], configured = true) =>
  on(adminApi.roles.list, {
    success: true,
    roles,
    counts,
    configured,
    ...listed(roles.length),
  })

const guild = (problem: 'unconfigured' | 'unreachable' | null = null) =>
  on(adminApi.roles.guild, {
    success: true,
    problem,
    name: 'Servidor da loja',
    roles: problem ? [] : [{ id: '9988776655', name: 'Cliente Pro', warning: null }],
  })

const setup: Given = {
  as: { role: 'admin' },
  replies: [list([given, old]), guild(), on(adminApi.roles.retry, { success: true })],
}

const withFirst = (...replies: Given['replies'] & object): Given => ({
  ...setup,
  replies: [...replies, ...setup.replies!],
})

const nextAt = '2024-02-05T19:59:00.000Z'

const all = [
  grant(10, { state: 'waiting', problem: null, nextAt }),
  grant(11, { state: 'waiting', wanted: false }),
  grant(12, { state: 'absent', problem: 'not_member' }),
  grant(13, { state: 'failed', problem: 'hierarchy', detail: 'HTTP 403', tries: 4, nextAt }),
  grant(14, { state: 'failed', problem: 'no_role' }),
  grant(15, { state: 'failed', problem: 'refused', detail: 'HTTP 418' }),
  grant(16, { state: 'waiting', problem: 'limited', nextAt }),
  grant(17, { state: 'waiting', problem: 'unreachable' }),
  grant(18, { state: 'waiting', problem: 'unconfigured' }),
]

describe('the roles in the chat', () => {
  it('show their figures and their rows, every value as it is read [decision Q47]', async () => {
    const screen = await show('/admin/discord', setup)

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['A dar', '1.201'],
        ['Dado', '4.302'],
        ['Tirado', '53'],
        ['Fora do servidor', '64'],
        ['Recusado', '75'],
      ])

    await expect
      .poll(() => screen.table())
      .toEqual([
        ['Cliente', 'Conta no Discord', 'Cargo', 'Estado', 'Última mudança', 'Ações'],
        [
          'Bia Prado | bia@exemplo.test',
          '1111111111111111',
          'Cliente Pro | Pincel Pro, Tela Mini',
          'Dado',
          '3 fev 2024 14:05',
          '',
        ],
        [
          'Bia Prado | bia@exemplo.test',
          '2222222222222222 | Não está mais conectada',
          '77 | Nenhuma licença ativa o dá',
          'Tirado',
          '3 fev 2024 14:05',
          '',
        ],
      ])

    screen.expectAnswered()
  })

  it('show each state, the reason of a failure, and the next try [decision Q47]', async () => {
    const states = async (language: 'pt-BR' | 'en-US') => {
      const screen = await show('/admin/discord', { ...withFirst(list(all)), language })
      return (await screen.table()).slice(1).map((cells) => cells[3])
    }

    expect(await states('pt-BR')).toEqual([
      'A dar',
      'A tirar',
      'Fora do servidor | A pessoa não está no servidor; recebe o cargo quando entrar.',
      'Recusado | O bot não pode dar este cargo: falta permissão ou o cargo está acima do dele. | HTTP 403 | Próxima tentativa: 5 fev 2024 16:59',
      'Recusado | O cargo não existe mais no servidor.',
      'Recusado | O Discord recusou o pedido. | HTTP 418',
      'A dar | O Discord pediu para esperar. | Próxima tentativa: 5 fev 2024 16:59',
      'A dar | O Discord não respondeu.',
      'A dar | O Discord não está configurado.',
    ])

    expect(await states('en-US')).toEqual([
      'To be given',
      'To be taken',
      'Not in the server | They aren’t on the server; the role is given when they join.',
      'Refused | The bot can’t give this role: it lacks permission, or the role is above its own. | HTTP 403 | Next attempt: Feb 5, 2024, 4:59 PM',
      'Refused | The role no longer exists on the server.',
      'Refused | Discord refused the request. | HTTP 418',
      'To be given | Discord asked us to wait. | Next attempt: Feb 5, 2024, 4:59 PM',
      'To be given | Discord did not answer.',
      'To be given | Discord is not set up.',
    ])
  })

  it('say that the bot reaches its server, or that nobody could ask', async () => {
    const readNotice = async (language: 'pt-BR' | 'en-US', reply: Answer) => {
      const given = withFirst(reply)
      return (await (await show('/admin/discord', { ...given, language })).lines())[3]
    }

    const reached = on(adminApi.roles.guild, {
      success: true,
      problem: null,
      name: 'Loja da Lua',
      roles: [],
    })

    const lost = refused(adminApi.roles.guild, 'Não dá.', 500)
    expect(await readNotice('pt-BR', reached)).toBe('O bot alcança o servidor Loja da Lua.')
    expect(await readNotice('en-US', reached)).toBe('The bot can reach the server Loja da Lua.')
    expect(await readNotice('pt-BR', lost)).toBe('Não se sabe se o bot alcança o servidor.')
    expect(await readNotice('en-US', lost)).toBe(
      'We don’t know yet whether the bot can reach the server.',
    )
    const waits = await readNotice('pt-BR', pending(adminApi.roles.guild))
    expect(waits).toBe('Perguntando ao servidor…')
  })

  it('say at the top why the bot can do nothing, and show ids instead of names [decision Q47]', async () => {
    const readProblem = async (
      language: 'pt-BR' | 'en-US',
      problem: 'unconfigured' | 'unreachable',
    ) => {
      const configured = problem !== 'unconfigured'
      const replies = withFirst(list([given], configured), guild(problem))
      const screen = await show('/admin/discord', { ...replies, language })
      const retry = screen.page.getByRole('button', { name: /: Bia Prado$/ }).first()

      return [
        (await screen.lines())[3],
        (await screen.table())[1]![2],
        await retry.getAttribute('title'),
      ]
    }

    expect(await readProblem('pt-BR', 'unconfigured')).toEqual([
      'O Discord não está configurado: os cargos são anotados e dados quando ele estiver.',
      '9988776655 | Pincel Pro, Tela Mini',
      'O Discord não está configurado: os cargos são anotados e dados quando ele estiver.',
    ])

    expect(await readProblem('pt-BR', 'unreachable')).toEqual([
      'O Discord não responde agora: os cargos são dados quando ele voltar.',
      '9988776655 | Pincel Pro, Tela Mini',
      'Tentar agora',
    ])

    expect(await readProblem('en-US', 'unconfigured')).toEqual([
      'Discord isn’t set up: roles are saved and given once it is.',
      '9988776655 | Pincel Pro, Tela Mini',
      'Discord isn’t set up: roles are saved and given once it is.',
    ])

    expect(await readProblem('en-US', 'unreachable')).toEqual([
      'Discord isn’t responding: roles are given when it’s back.',
      '9988776655 | Pincel Pro, Tela Mini',
      'Retry now',
    ])
  })

  it('try one now, and say why the shop refuses [decision Q47]', async () => {
    const screen = await show('/admin/discord', setup)
    await screen.press('Tentar agora: Bia Prado')
    await expect.poll(() => screen.toast()).toBe('O cargo é tentado agora.')
    expect(screen.sent('POST', `/api/admin/chat-roles/${given.id}/retry`)).toHaveLength(1)
    screen.replies.unshift(refused(adminApi.roles.retry, 'O cargo sumiu.', 404))
    await screen.atRest()
    await screen.press('Tentar agora: Bia Prado')
    await expect
      .poll(() => screen.lines(screen.page.getByRole('main').getByRole('alert')))
      .toEqual(['O cargo não pôde ser tentado de novo. O cargo sumiu.'])
  })

  it('show a failed load with its retry, and an empty list [decision Q47]', async () => {
    const screen = await show('/admin/discord', withFirst(refused(adminApi.roles.list, 'Não dá.')))

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['A dar', '-'],
        ['Dado', '-'],
        ['Tirado', '-'],
        ['Fora do servidor', '-'],
        ['Recusado', '-'],
      ])

    await expect
      .poll(() => screen.lines(screen.page.getByRole('alert')))
      .toEqual(['Os cargos não puderam ser carregados.', 'Tentar novamente'])
    screen.replies.unshift(list([]))
    await screen.press('Tentar novamente')
    await screen.atRest()

    await expect
      .poll(async () => (await screen.lines()).slice(-2))
      .toEqual([
        'Nenhum cargo ainda',
        'Informe o cargo em um produto: quem comprar com a conta conectada o recebe.',
      ])

    const english = await show('/admin/discord', { ...withFirst(list([])), language: 'en-US' })

    await expect
      .poll(async () => (await english.lines()).slice(-2))
      .toEqual(['No roles yet', 'Add a role to a product: buyers with a linked account get it.'])
  })

  it('show a loading indicator and no data while they load [B007]', async () => {
    const screen = await show('/admin/discord', withFirst(pending(adminApi.roles.list)))
    await expect.poll(() => screen.page.getByRole('status', { name: 'Carregando' }).count()).toBe(1)
    await expect.poll(() => screen.page.getByRole('table').count()).toBe(0)
  })
})
