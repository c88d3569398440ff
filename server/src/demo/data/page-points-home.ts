import type { DemoPage } from './page-points.ts'

/** Texts of product pages, for home products, by the product's slug. */
export const homePages: Readonly<Record<string, DemoPage>> = {
  sentivar: {
    summary:
      'Live protection for one computer, with a light scan that does not disturb work or play. One ' +
      'year.',
    points: [
      'Proteção em tempo real contra vírus e golpes',
      'Verificação que espera quando você joga ou apresenta',
      'Atualizações sozinhas, várias vezes ao dia',
    ],
    english: [
      'Live protection against viruses and scams',
      'A scan that waits while you play or present',
      'Updates by itself, several times a day',
    ],
  },

  'sentivar-total': {
    summary:
      'The protection of Sentivar for five devices of the house, with parental control and an alert ' +
      'for leaked data.',
    points: [
      'Cinco aparelhos: computador, celular e tablet',
      'Controle dos pais com horários e limites',
      'Aviso quando um dado seu aparece em um vazamento',
    ],
    english: [
      'Five devices: computer, phone and tablet',
      'Parental control with hours and limits',
      'Tells you when data of yours turn up in a leak',
    ],
  },

  muralvetor: {
    summary:
      'See who talks to your network and decide what passes. Rules for home, office and server.',
    points: [
      'Cada programa pergunta uma vez, e você decide',
      'Regras prontas para casa, escritório e servidor',
      'Histórico de trinta dias do que passou e do que não',
    ],
    english: [
      'Each program asks once, and you decide',
      'Rules for home, office and server to begin with',
      'Thirty days of what passed and what did not',
    ],
  },

  cofrelia: {
    summary:
      'Keeps passwords, passkeys and notes in an encrypted safe, in step between phone and computer.',
    points: [
      'Senhas, chaves de acesso e notas em um só cofre',
      'Preenche sozinho no navegador e no celular',
      'Só você tem a chave: nem nós conseguimos abrir',
    ],
    english: [
      'Passwords, passkeys and notes in one safe',
      'Fills in by itself in the browser and on the phone',
      'Only you have the key: not even we can open it',
    ],
  },

  'plenaria-pro': {
    summary:
      'The whole system for work: encrypted disk, remote desktop and virtual machines. Activated ' +
      'online on one computer.',
    points: [
      'Disco cifrado, área remota e máquinas virtuais',
      'Atualizações que esperam o fim do expediente',
      'Ativação online em um computador',
    ],
    english: [
      'Encrypted disk, remote desktop and virtual machines',
      'Updates that wait for the end of the working day',
      'Activated online on one computer',
    ],
  },

  'plenaria-casa': {
    summary:
      'Fast, quiet and simple, with accounts for the whole family. Activated online on one computer.',
    points: [
      'Liga em segundos, mesmo em máquinas de cinco anos',
      'Uma conta para cada pessoa da casa',
      'Ativação online em um computador',
    ],
    english: [
      'Starts within seconds, on five-year-old machines too',
      'An account for each person of the house',
      'Activated online on one computer',
    ],
  },

  escribano: {
    summary:
      'Texts, spreadsheets and slides that open the usual formats. One year on up to two computers.',
    points: [
      'Abre e salva os formatos de sempre',
      'Revisão de português que explica cada sugestão',
      'Trabalha sem internet; sincroniza quando ela volta',
    ],
    english: [
      'Opens and saves the usual formats',
      'Proofreading that explains each suggestion',
      'Works offline, and catches up when it is back',
    ],
  },

  guardavolta: {
    summary: 'Copies your files every day and brings back the version you want, without fuss.',
    points: [
      'Cópia diária em disco, na rede ou na nuvem que você já tem',
      'Volte um arquivo ou o computador inteiro',
      'Tudo cifrado antes de sair da sua máquina',
    ],
    english: [
      'A daily copy to disk, network or the cloud that you have',
      'Bring back one file or the whole computer',
      'Everything is encrypted before it leaves your machine',
    ],
  },

  basaltar: {
    summary:
      'Raise cities on pillars of stone and trade with seven kingdoms in a campaign of eighty hours. ' +
      'In Portuguese, with voices.',
    points: [
      'Campanha de oitenta horas, com três finais',
      'Cooperação para até quatro pessoas',
      'Textos e vozes em português',
    ],
    english: [
      'A campaign of eighty hours with three endings',
      'Played together by up to four',
      'Texts and voices in Portuguese',
    ],
  },

  neblina: {
    summary: 'Space, in silence: steer a station adrift and find out what put out the lights.',
    points: [
      'Doze horas de história, sem combate',
      'Som feito para fones de ouvido',
      'Cada partida sorteia uma estação diferente',
    ],
    english: [
      'Twelve hours of story without a fight',
      'Sound made for headphones',
      'Each game draws another station',
    ],
  },

  sertao: {
    summary:
      'Races on packed earth at sunset, with cars of the nineties and a soundtrack of electric viola.',
    points: [
      'Trinta e seis carros dos anos noventa',
      'Pistas de terra de sete estados',
      'Tela dividida para duas pessoas',
    ],
    english: [
      'Thirty-six cars of the nineties',
      'Dirt roads of seven states',
      'Split screen for two',
    ],
  },

  quimerica: {
    summary:
      'Ninety days of missions, two new heroes and every visual item of the season. Needs the base ' +
      'game, which is free.',
    points: [
      'Dois heróis novos desde o primeiro dia',
      'Missões por noventa dias',
      'Todos os itens visuais da temporada',
    ],
    english: [
      'Two new heroes from the first day',
      'Missions for ninety days',
      'Every visual item of the season',
    ],
  },

  mares: {
    summary:
      'Regattas of up to eight on seas that change with every lap. Out of print since online play ended.',
    points: [
      'Oito barcos, cada um com a sua vela',
      'Mares que mudam a cada volta',
      'Só para jogar na mesma casa',
    ],
    english: [
      'Eight boats, each with its own sail',
      'Seas that change with every lap',
      'For play in one house alone',
    ],
  },
}
