import { adminApi } from '@chaveiro/contracts/admin'
import { describe, expect, it } from 'vitest'

import { on, pending, refused, type Body } from './answers.ts'
import { toldSettings, untouched } from './shop-settings-samples.ts'
import { show, type Given } from './show.ts'

const machine = {
  cpuUsage: 12.34,
  memoryUsage: 56.78,
  diskUsage: 91,
  uptime: 93_784,
  os: 'Linux 6.12',
  arch: 'x64',
  cpuModel: 'Ryzen 7',
  totalMemory: 8.5 * 2 ** 30,
  hostname: 'loja-1',
}

const settings = {
  ...untouched,
  siteDescription: 'Licenças digitais',
  siteLogo: '/logo.png',
  siteFavicon: '/icon.png',
  maintenanceMessage: 'Volto já',
  contactEmail: 'ajuda@exemplo.test',
  supportDiscord: 'https://chat.exemplo.test/a',
  discordSupportLink: 'https://chat.exemplo.test/b',
  termsOfService: 'Termos',
  privacyPolicy: 'Privacidade',
  keysByMail: true,
  updatedAt: '2024-02-03T17:05:00.000Z',
}

const wellLog = { ok: true, reason: null, since: null, lost: 0 }
type Failing = Body<typeof adminApi.system.health>['failing']

const health = (failing: Failing, log: Body<typeof adminApi.system.health>['log'] = wellLog) =>
  on(adminApi.system.health, { success: true, failing, log })

type Pix = Body<typeof adminApi.system.pix>

const pix = (more: Partial<Pix> = {}) =>
  on(adminApi.system.pix, {
    success: true,
    enabled: true,
    webhookUrl: 'https://loja.exemplo.test/pix',
    webhook: { found: 'right', detail: null, checkedAt: '2024-02-03T17:05:00.000Z' },
    infractions: { found: 'right', detail: '7', checkedAt: '2024-02-04T18:09:00.000Z' },
    ...more,
  })

const announcements = (of: Body<typeof adminApi.announcements.list>['announcements'] = []) =>
  on(adminApi.announcements.list, { success: true, announcements: of, data: of })

const stats = (now: typeof machine) =>
  on(adminApi.system.stats, { success: true, ...now, data: now })

const setup: Given = {
  as: { role: 'admin' },
  replies: [
    stats(machine),
    on(adminApi.settings.read, toldSettings(settings)),
    health([]),
    pix(),
    announcements(),
    refused(adminApi.system.figures, 'x'),
  ],
}

const withFirst = (...first: NonNullable<Given['replies']>[number][]): Given => ({
  ...setup,
  replies: [...first, ...setup.replies!],
})

describe('the system of the back office', () => {
  it('shows the load, the machine and the PIX registration, every value as it is read [B095, B096]', async () => {
    const screen = await show('/admin/system', setup)

    await expect
      .poll(() => screen.facts())
      .toEqual([
        ['Uso de CPU', '12,3%'],
        ['Uso de memória', '56,8%'],
        ['Uso de disco', '91%'],
        ['Tempo no ar', '1d 2h 3m'],
        ['Sistema operacional', 'Linux 6.12'],
        ['Arquitetura', 'x64'],
        ['Modelo da CPU', 'Ryzen 7'],
        ['Memória total', '8,5 GB'],
        ['Nome do servidor', 'loja-1'],
        ['Endereço dos avisos', 'https://loja.exemplo.test/pix'],
        ['Registro no provedor', 'Registrado neste endereço | Conferido 3 fev 2024 14:05'],
        ['Contestações (MED)', 'Lidas, 7 nos últimos 100 dias | Conferido 4 fev 2024 15:09'],
      ])

    await expect.poll(() => screen.page.getByRole('alert').count()).toBe(0)
    screen.expectAnswered()
  })

  it('says of a machine that does not tell, that it does not tell [B096]', async () => {
    const silent = { ...machine, os: '', arch: '', cpuModel: '', totalMemory: 0, hostname: '' }
    const screen = await show('/admin/system', withFirst(stats(silent), pix({ enabled: false })))

    await expect
      .poll(async () => (await screen.facts()).slice(4))
      .toEqual([
        ['Sistema operacional', 'N/A'],
        ['Arquitetura', 'N/A'],
        ['Modelo da CPU', 'N/A'],
        ['Memória total', 'N/A'],
        ['Nome do servidor', 'N/A'],
      ])
  })

  it('says what each look at the PIX provider found, in both languages [F104]', async () => {
    const at = '2024-02-03T17:05:00.000Z'

    const looks = [
      [null, null],
      ['missing', 'none_there'],
      ['other', 'failed'],
      ['failed', 'later'],
    ] as const

    const check = (found: string | null) =>
      found === null ? null : { found, detail: 'sem acesso', checkedAt: at }

    const said = async (language: 'pt-BR' | 'en-US') => {
      const all: (string | undefined)[][] = []

      for (const [webhook, infractions] of looks) {
        const answer = pix({ webhook: check(webhook), infractions: check(infractions) })
        const screen = await show('/admin/system', { ...withFirst(answer), language })
        all.push((await screen.facts()).slice(-2).map(([, value]) => value.split(' | ')[0]))
      }

      return all
    }

    expect(await said('pt-BR')).toEqual([
      ['Ainda não conferido', 'Ainda não conferido'],
      ['Não estava registrado; registrado agora', 'Este provedor não informa contestações'],
      ['Apontava para outro sistema (sem acesso); corrigido', 'Não foi possível ler: sem acesso'],
      ['Não foi possível conferir: sem acesso', 'later'],
    ])

    expect(await said('en-US')).toEqual([
      ['Not checked yet', 'Not checked yet'],
      ['Was not registered; registered now', 'This provider doesn’t send fraud reports'],
      ['Pointed to another system (sem acesso); fixed now', 'Could not be read: sem acesso'],
      ['Could not be checked: sem acesso', 'later'],
    ])
  })

  it('says aloud what the shop lacks and since when its log is not written', async () => {
    const ill = health(['database', 'database_read_only', 'vault', 'worker', 'disk'], {
      ok: false,
      reason: 'ENOSPC',
      since: '2024-02-03T17:05:00.000Z',
      lost: 1234,
    })

    const said = async (language: 'pt-BR' | 'en-US') => {
      const screen = await show('/admin/system', { ...withFirst(ill), language })
      return screen.lines(screen.page.getByRole('alert'))
    }

    expect(await said('pt-BR')).toEqual([
      'Precisa da sua atenção',
      'O banco de dados não responde.',
      'O banco de dados só aceita leitura: nada pode ser vendido.',
      'As chaves do cofre (VAULT_KEYS, STORE_SECRET) não são as deste banco de dados.',
      'Nenhum processo está executando as tarefas da fila.',
      'O disco da pasta de dados está cheio.',
      'O log não está sendo gravado desde 3 fev 2024 14:05 (ENOSPC). Linhas perdidas: 1.234.',
    ])

    expect(await said('en-US')).toEqual([
      'Needs your attention',
      'The database isn’t responding.',
      'The database is read-only: nothing can be sold.',
      'The vault keys (VAULT_KEYS, STORE_SECRET) don’t match this database.',
      'No process is running the job queue.',
      'The data disk is full.',
      'The log has not been written since Feb 3, 2024, 2:05 PM (ENOSPC). Lines lost: 1,234.',
    ])
  })

  it('saves name and maintenance with all other settings as they were [B097, Q87]', async () => {
    const screen = await show('/admin/system', setup)

    await expect
      .poll(() => screen.fields())
      .toEqual([
        ['Nome da loja', 'Chaveiro'],
        ['Modo de manutenção', false],
      ])

    await screen.page.getByLabel('Nome da loja').fill(' ')
    await screen.press('Salvar')
    await expect.poll(() => screen.lines()).toContain('Preencha este campo.')
    await screen.page.getByLabel('Nome da loja').fill('Loja Nova')
    await screen.page.getByLabel('Modo de manutenção').check()
    screen.replies.unshift(refused(adminApi.settings.save, 'Não pode.', 409))
    await screen.press('Salvar')
    await screen.page.getByText('Erro ao salvar as configurações. Não pode.').waitFor()
    const saved = toldSettings({ ...settings, siteName: 'Loja Nova', maintenanceMode: true })
    screen.replies.unshift(on(adminApi.settings.save, saved))
    await screen.press('Salvar')
    const alertDialog = screen.page.getByRole('alertdialog')
    await alertDialog.waitFor()
    await expect
      .poll(() => screen.lines(alertDialog))
      .toEqual(['Configurações gerais', 'Configurações salvas.', 'Entendi'])
    const bodies = screen.calls.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []))
    const whole = { ...settings, siteName: 'Loja Nova', maintenanceMode: true }
    expect(bodies).toEqual([whole, whole])
  })

  it('waits with empty cards, and says what could not be loaded', async () => {
    const waits = await show('/admin/system', withFirst(pending(adminApi.system.stats)))
    await expect
      .poll(async () => (await waits.facts()).slice(0, 4).map(([, value]) => value))
      .toEqual(['', '', '', ''])

    const broken = await show(
      '/admin/system',
      withFirst(refused(adminApi.system.stats, 'x'), refused(adminApi.settings.read, 'x')),
    )

    const alerts = await broken.page.getByRole('alert').all()

    await expect
      .poll(() => Promise.all(alerts.map((one) => broken.lines(one))))
      .toEqual([
        ['Erro ao carregar o estado do sistema.', 'Tentar novamente'],
        ['Erro ao carregar as configurações.', 'Tentar novamente'],
      ])

    await expect
      .poll(async () => (await broken.facts()).slice(0, 4).map(([, value]) => value))
      .toEqual(['-', '-', '-', '-'])
  })
})
