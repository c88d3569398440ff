import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { on, refused, type Body } from './answers.ts'
import { show, type Given } from './show.ts'

type Announcement = Body<typeof adminApi.announcements.list>['announcements'][number]

const texts: Announcement['texts'] = {
  'pt-BR': { title: 'PIX lento', text: 'O banco demora.' },
  'en-US': { title: 'PIX is slow', text: 'The bank is slow.' },
}

const going: Announcement = {
  id: '00000000-0000-4000-8000-000000000001',
  part: 'pix',
  kind: 'incident',
  texts,
  startedAt: '2026-03-10T13:00:00.000Z',
  endedAt: null,
  createdAt: '2026-03-10T13:05:00.000Z',
  updatedAt: '2026-03-10T13:05:00.000Z',
}

const planned: Announcement = {
  ...going,
  id: '00000000-0000-4000-8000-000000000002',
  part: 'shop',
  kind: 'maintenance',
  texts: {
    'pt-BR': { title: 'Servidor novo', text: 'Voltamos logo.' },
    'en-US': { title: 'New server', text: 'Back soon.' },
  },
  startedAt: '2026-03-11T06:00:00.000Z',
  endedAt: '2026-03-11T07:30:00.000Z',
}

const over: Announcement = {
  ...going,
  id: '00000000-0000-4000-8000-000000000003',
  part: 'mail',
  endedAt: '2026-03-10T14:00:00.000Z',
}

const list = (of: Announcement[]) =>
  on(adminApi.announcements.list, { success: true, announcements: of, data: of })

const one = (announcement: Announcement) => ({
  success: true as const,
  announcement,
  data: announcement,
})

const open = (of: Announcement[], given: Given = {}) =>
  show('/admin/system', {
    as: { role: 'admin' },
    now: '2026-03-10T15:05:00.000Z',
    ...given,
    replies: [
      ...(given.replies ?? []),
      list(of),
      refused(adminApi.system.stats, 'x'),
      refused(adminApi.settings.read, 'x'),
      refused(adminApi.system.health, 'x'),
      refused(adminApi.system.pix, 'x'),
    ],
  })

const card = async (of: Announcement[], language: 'pt-BR' | 'en-US', heading: string) => {
  const screen = await open(of, { language })

  const lines = async () => {
    const all = await screen.lines()
    return all.slice(all.indexOf(heading), all.indexOf(heading) + 3 + 3 * of.length + 1)
  }

  return { screen, lines }
}

describe('announcements in the back office', () => {
  it('are listed with topic, period and state in both languages [P281]', async () => {
    const pt = await card([planned, going, over], 'pt-BR', 'Avisos na página de status')

    await expect
      .poll(async () => (await pt.lines()).slice(0, 12))
      .toEqual([
        'Avisos na página de status',
        'O que você conta a todos sobre um serviço, em português e em inglês.',
        'Escrever aviso',
        'Servidor novo',
        'Marcado',
        'Loja, manutenção · de 11 mar 03:00 a 11 mar 04:30',
        'PIX lento',
        'Em andamento',
        'PIX, ocorrência · desde hoje 10:00',
        'PIX lento',
        'Encerrado',
        'E-mails, ocorrência · de hoje 10:00 a hoje 11:00',
      ])

    const en = await card([planned, going, over], 'en-US', 'Status page announcements')

    await expect
      .poll(async () => (await en.lines()).slice(0, 12))
      .toEqual([
        'Status page announcements',
        'What you tell everyone about a service, in Portuguese and in English.',
        'New announcement',
        'New server',
        'Planned',
        'Shop, maintenance · from Mar 11, 3:00 AM to Mar 11, 4:30 AM',
        'PIX is slow',
        'Ongoing',
        'PIX, incident · since today 10:00 AM',
        'PIX is slow',
        'Ended',
        'Emails, incident · from today 10:00 AM to today 11:00 AM',
      ])
  })

  it('are ended only once they have begun', async () => {
    const screen = await open([{ ...planned, endedAt: null }, going])
    await screen.page.getByText('Servidor novo').waitFor()
    const ends = screen.page.getByRole('button', { name: /^Encerrar agora/ })
    const names = () => ends.evaluateAll((all) => all.map((one) => one.ariaLabel))
    expect(await names()).toEqual(['Encerrar agora: PIX lento'])
  })

  it('are written with a text in both languages, and not sent while one is missing [P281]', async () => {
    const screen = await open([])
    await screen.page.getByText('Nenhum aviso.').waitFor()
    await screen.press('Escrever aviso')
    const dialog = screen.page.getByRole('dialog')
    await dialog.waitFor()
    const field = (name: string, place = 0) => dialog.getByRole('textbox', { name }).nth(place)
    await dialog.getByLabel('Serviço afetado').selectOption('pix')
    await dialog.getByLabel('Início').fill('2026-03-10T10:00')
    await dialog.getByLabel('Fim').fill('2026-03-10T09:00')
    await field('Título').fill(' PIX lento ')
    await field('Texto').fill('O banco demora.')
    await dialog.getByRole('button', { name: 'Salvar' }).click()

    await expect
      .poll(async () => (await screen.lines(dialog)).filter((line) => /campo|antes/.test(line)))
      .toEqual([
        'O fim não pode ser antes do início.',
        'Preencha este campo.',
        'Preencha este campo.',
      ])

    await dialog.getByLabel('Fim').fill('')
    await field('Título', 1).fill('PIX is slow')
    await field('Texto', 1).fill('The bank is slow.')
    screen.replies.unshift(refused(adminApi.announcements.create, 'Não pode.', 409))
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.getByText('Não foi possível salvar o aviso. Não pode.').waitFor()
    screen.replies.unshift(on(adminApi.announcements.create, one(going)), list([going]))
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await screen.page.getByText('Aviso salvo.').waitFor()
    await expect.poll(() => dialog.count()).toBe(0)

    const sent = {
      part: 'pix',
      kind: 'incident',
      texts,
      startedAt: '2026-03-10T13:00:00.000Z',
      endedAt: null,
    }

    expect(screen.calls.flatMap(({ method, body }) => (method === 'POST' ? [body] : []))).toEqual([
      sent,
      sent,
    ])

    await expect.poll(() => screen.lines()).toContain('Em andamento')
  })

  it("are written and read by the shop's clock, wherever staff are [P660]", async () => {
    const screen = await open([planned])
    await screen.press('Editar: Servidor novo')

    await expect
      .poll(async () => (await screen.fields(screen.dialog())).slice(2, 4))
      .toEqual([
        ['Início', '2026-03-11T03:00'],
        ['Fim', '2026-03-11T04:30'],
      ])

    await screen.dialog().getByLabel('Fim').fill('2026-03-11T05:15')
    screen.replies.unshift(on(adminApi.announcements.update, one(planned)))
    await screen.press('Salvar', screen.dialog())
    await screen.page.getByText('Aviso salvo.').waitFor()

    expect(screen.sent('PUT', `/api/admin/announcements/${planned.id}`)).toEqual([
      {
        part: 'shop',
        kind: 'maintenance',
        texts: planned.texts,
        startedAt: '2026-03-11T06:00:00.000Z',
        endedAt: '2026-03-11T08:15:00.000Z',
      },
    ])
  })

  it('are ended by one act, and taken back once it was confirmed [P281]', async () => {
    const screen = await open([going])
    await screen.page.getByText('PIX lento').waitFor()
    const ended = { ...going, endedAt: '2026-03-10T15:05:00.000Z' }
    screen.replies.unshift(on(adminApi.announcements.update, one(ended)), list([ended]))
    await screen.press('Encerrar agora: PIX lento')
    await expect.poll(() => screen.lines()).toContain('Encerrado')
    await expect
      .poll(() => screen.page.getByRole('button', { name: 'Encerrar agora: PIX lento' }).count())
      .toBe(0)
    const [change] = screen.calls.filter(({ method }) => method === 'PUT')
    expect(Object.keys(change!.body as object)).toEqual(['endedAt'])

    screen.replies.unshift(
      on(adminApi.announcements.remove, { success: true, message: 'x' }),
      list([]),
    )

    await screen.press('Excluir: PIX lento')
    const dialog = screen.page.getByRole('alertdialog')

    await expect
      .poll(() => screen.lines(dialog))
      .toEqual([
        'Excluir “PIX lento”?',
        'O aviso sai da página de status. Não dá para desfazer.',
        'Cancelar',
        'Excluir aviso',
      ])

    await dialog.getByRole('button', { name: 'Excluir aviso' }).click()
    await screen.page.getByText('Nenhum aviso.').waitFor()
  })
})
