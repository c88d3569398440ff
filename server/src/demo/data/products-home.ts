import type { DemoProduct } from './demo-product.ts'

/** Products for home: protection, systems and games. */
export const homeProducts: readonly DemoProduct[] = [
  {
    slug: 'sentivar',
    role: 'customer',
    category: 'antivirus',
    name: 'Sentivar Antivírus',
    priceCents: 3990,
    level: 1,
    expirationDays: 365,
    keys: 120,
    keyForm: 'SNTV-xxxxx-xxxxx-xxxxx',
    appeal: 9,
    featured: true,
    description:
      'Proteção em tempo real para um computador, com verificação leve que não atrapalha quem ' +
      'trabalha ou joga. Licença de um ano.',
  },
  {
    slug: 'sentivar-total',
    category: 'antivirus',
    name: 'Sentivar Total 5 Dispositivos',
    priceCents: 11990,
    level: 2,
    expirationDays: 365,
    keys: 64,
    keyForm: 'SNTT-xxxxx-xxxxx-xxxxx',
    appeal: 5,
    description:
      'A mesma proteção do Sentivar para cinco aparelhos da casa, com controle dos pais e ' +
      'alerta de vazamento de dados.',
  },
  {
    slug: 'muralvetor',
    category: 'antivirus',
    name: 'Muralvetor Firewall',
    priceCents: 8990,
    level: 1,
    expirationDays: 365,
    keys: 40,
    keyForm: 'MV-xxxx-xxxx-xxxx-xxxx',
    appeal: 2,
    description:
      'Veja quem conversa com a sua rede e decida o que passa. Regras prontas para casa, escritório e servidor.',
  },
  {
    slug: 'cofrelia',
    category: 'antivirus',
    name: 'Cofrélia Senhas',
    priceCents: 990,
    level: 1,
    expirationDays: 30,
    keys: 200,
    keyForm: 'COFRE-xxxxxx-xxxxxx',
    appeal: 7,
    description:
      'Guarda senhas, chaves de acesso e notas em um cofre cifrado, sincronizado entre celular e computador.',
  },

  {
    slug: 'plenaria-pro',
    role: 'vip',
    category: 'sistemas',
    name: 'Plenária OS 12 Pro',
    priceCents: 24990,
    level: 2,
    expirationDays: 365,
    keys: 80,
    keyForm: 'xxxxx-xxxxx-xxxxx-xxxxx-xxxxx',
    appeal: 8,
    featured: true,
    description:
      'O sistema completo para trabalho: disco cifrado, área remota e máquinas virtuais. ' +
      'Ativação online em um computador.',
  },
  {
    slug: 'plenaria-casa',
    category: 'sistemas',
    name: 'Plenária OS 12 Casa',
    priceCents: 14990,
    level: 1,
    expirationDays: 365,
    keys: 55,
    keyForm: 'xxxxx-xxxxx-xxxxx-xxxxx-xxxxx',
    appeal: 6,
    description:
      'Rápido, silencioso e simples de usar, com contas para a família inteira. Ativação online em um computador.',
  },
  {
    slug: 'escribano',
    role: 'customer',
    category: 'sistemas',
    name: 'Escribano Office 2026',
    priceCents: 19990,
    level: 1,
    expirationDays: 365,
    keys: 72,
    keyForm: 'ESCR-xxxxx-xxxxx-xxxxx',
    appeal: 8,
    featured: true,
    description:
      'Textos, planilhas e apresentações que abrem os formatos de sempre. Um ano de uso em até dois computadores.',
  },
  {
    slug: 'guardavolta',
    category: 'sistemas',
    name: 'Guardavolta Backup',
    priceCents: 5990,
    level: 1,
    expirationDays: 90,
    keys: 2,
    keyForm: 'GVB-xxxx-xxxx-xxxx',
    appeal: 4,
    description:
      'Copia seus arquivos todos os dias e traz de volta a versão que você quiser, sem complicação.',
  },

  {
    slug: 'basaltar',
    category: 'jogos',
    name: 'Reinos de Basaltar',
    priceCents: 14990,
    level: 1,
    expirationDays: 365,
    keys: 38,
    keyForm: 'RBAS-xxxxx-xxxxx',
    appeal: 9,
    featured: true,
    description:
      'Erga cidades sobre colunas de pedra e negocie com sete reinos em uma campanha de ' +
      'oitenta horas. Em português, com dublagem.',
  },
  {
    slug: 'neblina',
    category: 'jogos',
    name: 'Neblina Orbital',
    priceCents: 7990,
    level: 1,
    expirationDays: 365,
    keys: 90,
    keyForm: 'NEBL-xxxxx-xxxxx',
    appeal: 6,
    description:
      'Exploração espacial em silêncio: pilote uma estação à deriva e descubra o que apagou as luzes.',
  },
  {
    slug: 'sertao',
    category: 'jogos',
    name: 'Sertão Veloz 91',
    priceCents: 11990,
    level: 1,
    expirationDays: 365,
    keys: 0,
    keyForm: 'SV91-xxxxx-xxxxx',
    appeal: 7,
    description:
      'Corridas de terra batida ao pôr do sol, com carros dos anos noventa e trilha de viola elétrica.',
  },
  {
    slug: 'quimerica',
    category: 'jogos',
    name: 'Quimérica: Passe da Temporada',
    priceCents: 3490,
    level: 1,
    expirationDays: 90,
    keys: 150,
    keyForm: 'QMRC-xxxx-xxxx-xxxx',
    appeal: 8,
    description:
      'Noventa dias de missões, dois heróis novos e todos os itens visuais da temporada. Exige ' +
      'o jogo base, que é gratuito.',
  },
  {
    slug: 'mares',
    category: 'jogos',
    name: 'Torneio das Marés',
    priceCents: 4990,
    level: 1,
    expirationDays: 365,
    keys: 24,
    keyForm: 'MARE-xxxxx-xxxxx',
    appeal: 2,
    status: 'discontinued',
    description:
      'Regatas de até oito pessoas em mares que mudam a cada volta. Fora de linha desde o encerramento do modo online.',
  },
]
