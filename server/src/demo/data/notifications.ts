import type { notificationAttachment, notificationEmbed } from '@chaveiro/contracts/notifications'
import type {
  DeliveryStatus,
  NotificationPriority,
  NotificationType,
  PublicationStatus,
} from '@chaveiro/contracts/states'
import type { z } from 'zod'

export type DemoNotification = {
  /** Hours since the notification was sent. */
  hoursAgo: number
  by: 'admin' | 'developer'
  type: NotificationType
  priority: NotificationPriority
  title?: string
  content: string
  tags?: string[]
  attachments?: z.infer<typeof notificationAttachment>[]
  embeds?: z.infer<typeof notificationEmbed>[]
  publication?: PublicationStatus
  delivery?: DeliveryStatus
  metadata?: Record<string, string | number>
}

const demoAttachment = (slug: string, size: number) => ({
  filename: `${slug}.svg`,
  url: `/demo/${slug}.svg`,
  contentType: 'image/svg+xml',
  size,
})

/**
 * Notifications of the demo shop in the last forty days: every type, priority and state, with and
 * without embeds and files.
 */
export const demoNotifications: readonly DemoNotification[] = [
  {
    hoursAgo: 2,
    by: 'admin',
    type: 'announcement',
    priority: 'high',
    title: 'Fim de semana de jogos',
    tags: ['promoção', 'jogos'],
    metadata: { cupom: 'JOGOS', desconto: 15 },
    content:
      'Até domingo à meia-noite, todos os jogos da loja saem com 15% de desconto. Use o cupom ' +
      'JOGOS no carrinho; a chave chega na hora, como sempre.',

    embeds: [
      {
        title: 'Fim de semana de jogos',
        description: 'Três sugestões da casa para começar:',
        url: '/products/category/Jogos',
        image: { url: '/demo/categoria-jogos.svg' },
        footer: { text: 'Não acumula com outros cupons' },
        fields: [
          { name: 'Reinos de Basaltar', value: 'Oitenta horas de campanha', inline: true },
          { name: 'Neblina Orbital', value: 'Para jogar no escuro', inline: true },
          { name: 'Quimérica', value: 'Passe da temporada, 90 dias', inline: true },
        ],
      },
    ],
  },
  {
    hoursAgo: 9,
    by: 'developer',
    type: 'update',
    priority: 'medium',
    title: 'Vigia HUD 4.2',
    tags: ['vigia'],
    content:
      'A versão 4.2 do Vigia HUD já está disponível. Quem tem licença ativa recebe a ' +
      'atualização ao abrir o programa; a chave continua a mesma.',

    embeds: [
      {
        title: 'O que mudou na 4.2',
        thumbnail: { url: '/demo/vigia.svg' },
        footer: { text: 'Vigia HUD · notas da versão' },
        fields: [
          { name: 'Novo', value: 'Latência por rodada, não só a média' },
          { name: 'Mais leve', value: 'Usa metade da memória em segundo plano' },
          { name: 'Corrigido', value: 'O painel não some mais ao trocar de monitor' },
        ],
      },
    ],
  },
  {
    hoursAgo: 21,
    by: 'admin',
    type: 'notification',
    priority: 'low',
    content:
      'Repusemos as chaves do Guardavolta Backup. São poucas: se você estava esperando, é agora.',
  },
  {
    hoursAgo: 34,
    by: 'developer',
    type: 'alert',
    priority: 'urgent',
    title: 'Lanternim Replay em manutenção',
    tags: ['lanternim', 'status'],
    content:
      'A atualização de ontem do Lanternim Replay parou de gravar em algumas máquinas. ' +
      'Suspendemos as vendas enquanto o autor corrige. Licenças compradas não perdem dias: o ' +
      'tempo parado será somado ao vencimento.',

    embeds: [
      {
        title: 'Acompanhe pela página de status',
        description: 'O produto aparece lá como em manutenção até a correção sair.',
        url: '/status',
      },
    ],
  },
  {
    hoursAgo: 58,
    by: 'admin',
    type: 'notification',
    priority: 'medium',
    title: 'Pagamento por PIX mais rápido',
    content:
      'Agora o QR code aparece em menos de um segundo e a tela avisa sozinha quando o ' +
      'pagamento cai. Não é preciso enviar comprovante.',
  },
  {
    hoursAgo: 96,
    by: 'admin',
    type: 'announcement',
    priority: 'medium',
    title: 'Três novidades em Design e Vídeo',
    tags: ['novidades', 'design'],
    content:
      'Chegaram à loja a Pincélia Studio, o Cortavivo Editor e a Sonorama, todos com licença ' +
      'oficial e suporte em português.',
    attachments: [
      demoAttachment('pincelia', 2_170),
      demoAttachment('cortavivo', 2_389),
      demoAttachment('sonorama', 3_471),
    ],
  },
  {
    hoursAgo: 150,
    by: 'developer',
    type: 'update',
    priority: 'low',
    title: 'Rotaleve Conexão 2.8',
    content:
      'Novas rotas para servidores em São Paulo, Santiago e Miami. Nada a fazer do seu lado.',
    tags: ['rotaleve'],
    delivery: 'failed',
  },
  {
    hoursAgo: 222,
    by: 'admin',
    type: 'alert',
    priority: 'high',
    title: 'Cuidado com mensagens falsas',
    tags: ['segurança'],
    content:
      'Recebemos relatos de pessoas que se passam pela loja e pedem a senha da conta. Nós ' +
      'nunca pedimos senha, código ou chave de licença, por canal nenhum. Na dúvida, fale com ' +
      'a gente pelo link de ajuda.',
  },
  {
    hoursAgo: 310,
    by: 'admin',
    type: 'notification',
    priority: 'medium',
    title: 'Cupom de primeira compra',
    content:
      'Quem ainda não comprou ganha 15% com o cupom PRIMEIRA. Vale para qualquer produto em reais, uma vez por conta.',
    metadata: { cupom: 'PRIMEIRA' },
  },
  {
    hoursAgo: 430,
    by: 'developer',
    type: 'update',
    priority: 'medium',
    title: 'Suas licenças em um só lugar',
    tags: ['loja'],
    content:
      'A página Meus produtos agora mostra o vencimento de cada licença e copia a chave com um toque.',

    embeds: [
      {
        title: 'Suas licenças em um só lugar',
        description: 'Meus produtos, no menu da conta.',
        url: '/dashboard/products',
        image: { url: '/demo/categoria-ferramentas.svg' },
      },
    ],
  },
  {
    hoursAgo: 560,
    by: 'admin',
    type: 'announcement',
    priority: 'medium',
    title: 'Antivírus para a casa toda',
    content:
      'O Sentivar Total agora cobre cinco aparelhos pelo preço de três, com controle dos pais incluído.',
    attachments: [demoAttachment('sentivar-total', 4_074)],
    tags: ['antivírus'],
  },
  {
    hoursAgo: 690,
    by: 'admin',
    type: 'alert',
    priority: 'medium',
    title: 'Torneio das Marés sai de linha',
    content:
      'O modo online do Torneio das Marés foi encerrado pelo estúdio. Paramos de vender o ' +
      'jogo; quem comprou nos últimos trinta dias pode pedir o dinheiro de volta pelo suporte.',
  },
  {
    hoursAgo: 800,
    by: 'developer',
    type: 'update',
    priority: 'low',
    content:
      'Manutenção concluída: a loja ficou quatro minutos fora do ar nesta madrugada, e nenhum pedido se perdeu.',
    tags: ['status'],
  },
  {
    hoursAgo: 960,
    by: 'admin',
    type: 'announcement',
    priority: 'low',
    title: 'Bem-vindo à nova loja',
    content:
      'A loja está de cara nova, em português e inglês, no celular e no computador. Conte para a gente o que achou.',
  },
  {
    hoursAgo: 1,
    by: 'admin',
    type: 'announcement',
    priority: 'medium',
    title: 'Promoção de dezembro',
    content: 'Rascunho: conferir as datas e os produtos com a equipe antes de publicar.',
    publication: 'pending',
    delivery: 'pending',
  },
  {
    hoursAgo: 130,
    by: 'developer',
    type: 'update',
    priority: 'medium',
    title: 'Depurim 3.0',
    content: 'O Depurim 3.0 está disponível para quem tem licença ativa.',
    publication: 'revoked',
    tags: ['depurim'],
  },
]
