import type { ShopAlert } from '@chaveiro/contracts/admin/shop-alerts'
import type { Localized } from '@chaveiro/contracts/localized'

type Texts = { what: Localized; todo: Localized }

const texts = (
  [what, todo]: readonly [string, string],
  [whatEnglish, todoEnglish]: readonly [string, string],
): Texts => ({
  what: { 'pt-BR': what, 'en-US': whatEnglish },
  todo: { 'pt-BR': todo, 'en-US': todoEnglish },
})

const down = (name: string, nameEnglish: string, todo: Localized): Texts => ({
  what: { 'pt-BR': `${name} não responde`, 'en-US': `${nameEnglish} does not answer` },
  todo,
})

const tryIt: Localized = {
  'pt-BR': 'Teste a conexão em Configurações, Serviços; quem paga pode usar outra forma.',
  'en-US': 'Try it in Settings, Services; buyers can take another method.',
}

/** The text of each alert, and what staff should do. */
export const alertTexts: Record<ShopAlert, Texts> = {
  disk: texts(
    ['O disco está cheio', 'Libere espaço onde fica a pasta de dados (DATA_DIR).'],
    ['The disk is full', 'Make room where the data folder lies (DATA_DIR).'],
  ),
  jobs_late: texts(
    ['Tarefas esperam há mais de cinco minutos', 'Veja se há um processo que as executa.'],
    ['Jobs have been waiting for more than five minutes', 'See whether a process takes them.'],
  ),
  jobs_dead: texts(
    ['Tarefas falharam e não serão repetidas', 'Veja o motivo em Tarefas e tente de novo.'],
    ['Jobs failed and are not tried again', 'Jobs says why; try them again there.'],
  ),
  payments_unasked: texts(
    ['Pagamentos não estão sendo conferidos', 'Quem pagou pode estar sem a chave: veja o log.'],
    ['Payments are not asked after', 'Who paid may wait for the key: see the log.'],
  ),
  money_waiting: texts(
    ['Há dinheiro esperando uma decisão há mais de um dia', 'Veja Pagamentos a revisar.'],
    ['Money waits for a decision for more than a day', 'See Payments to review.'],
  ),
  units_waiting: texts(
    ['Alguém pagou e espera a chave há mais de uma hora', 'Veja Entregas.'],
    ['Somebody paid and waits for the key for more than an hour', 'See Deliveries.'],
  ),
  backup_old: texts(
    ['O último backup tem mais de um dia e meio', 'Faça um agora: chaveiro backup.'],
    ['The last backup is older than a day and a half', 'Make one now: chaveiro backup.'],
  ),
  pix_down: down('O PIX', 'PIX', tryIt),
  card_down: down('O cartão', 'The card provider', tryIt),
  crypto_down: down('O provedor de cripto', 'The crypto provider', tryIt),
  chat_down: down('O Discord', 'Discord', {
    'pt-BR': 'Teste a conexão em Configurações, Serviços.',
    'en-US': 'Try it in Settings, Services.',
  }),
  mail_down: down('O servidor de e-mail', 'The mail server', {
    'pt-BR': 'Teste a conexão em Configurações, Serviços: recibos e senhas não saem.',
    'en-US': 'Try it in Settings, Services: receipts and password links do not go out.',
  }),
}
