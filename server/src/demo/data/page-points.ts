/** Texts of a product's page: an English summary, and bullet points in Portuguese and English. */
export type DemoPage = { summary: string; points: readonly string[]; english: readonly string[] }

/** Texts of product pages, for work products, by the product's slug. */
export const workPages: Readonly<Record<string, DemoPage>> = {
  vigia: {
    summary:
      'An overlay with frames per second, temperature and latency in a corner of the screen. It ' +
      'touches neither files nor memory of the game.',
    points: [
      'Quadros, temperatura e latência por rodada, não só a média',
      'Cinco painéis prontos, ou o seu, com arrastar e soltar',
      'Menos de 1 % do processador, mesmo com tudo ligado',
    ],
    english: [
      'Frames, temperature and latency of each round, not just the mean',
      'Five panels to begin with, or your own by drag and drop',
      'Less than 1% of the processor, even with everything on',
    ],
  },

  alvorim: {
    summary:
      'Three hundred exercises of aim and reflex with a weekly plan and a chart of your progress. ' +
      'Runs by itself and never touches your game.',
    points: [
      'Exercícios de dez segundos a dez minutos',
      'Plano semanal que segue o seu resultado',
      'Sensibilidade igual à do seu jogo, por perfil',
    ],
    english: [
      'Exercises from ten seconds to ten minutes',
      'A weekly plan that follows your results',
      'The sensitivity of your game, by profile',
    ],
  },

  rotaleve: {
    summary:
      'Finds the shortest way to the server of your match and shows where latency comes from.',
    points: [
      'Escolhe a rota sozinho a cada partida',
      'Mostra cada salto e quanto ele custa',
      'Volta ao caminho normal quando é fechado',
    ],
    english: [
      'Chooses the route by itself, match by match',
      'Shows every hop and what it costs',
      'Goes back to the usual way once it is closed',
    ],
  },

  lanternim: {
    summary:
      'Records the last minutes, marks the plays that decided and makes a summary of the match.',
    points: [
      'Grava em segundo plano, até trinta minutos para trás',
      'Marca as jogadas decisivas pelo som e pelo placar',
      'Exporta em pé, deitado e quadrado',
    ],
    english: [
      'Records in the background, up to thirty minutes back',
      'Marks the deciding plays by sound and score',
      'Exports upright, wide and square',
    ],
  },

  macrolume: {
    summary:
      'Profiles of light and shortcuts for keyboard and mouse that change with each program.',
    points: [
      'Um perfil por programa, trocado sozinho',
      'Atalhos com teclas, texto e pausas',
      'Funciona com vinte marcas de teclado e mouse',
    ],
    english: [
      'A profile for each program, changed by itself',
      'Shortcuts of keys, text and pauses',
      'Works with twenty makes of keyboard and mouse',
    ],
  },

  pincelia: {
    summary:
      'Digital painting with brushes that mix like real paint. Ready for drawing tablets and touch ' +
      'screens.',
    points: [
      'Duzentos pincéis, e um estúdio para fazer os seus',
      'Camadas, máscaras e cor para impressão',
      'Abre e salva os formatos que o seu cliente pede',
    ],
    english: [
      'Two hundred brushes, and a studio to make your own',
      'Layers, masks and colour for print',
      'Opens and saves the formats that your client asks for',
    ],
  },

  cortavivo: {
    summary:
      'Video editing on many tracks with automatic subtitles in Portuguese and upright export.',
    points: [
      'Corte sem esperar: o vídeo toca enquanto você edita',
      'Legendas automáticas que se corrigem como texto',
      'Modelos para vídeo em pé, com margem de cada rede',
    ],
    english: [
      'Cut without waiting: the film plays while you edit',
      'Automatic subtitles that are corrected like text',
      'Templates for upright video, with the margins of each network',
    ],
  },

  tipoteca: {
    summary: 'Forty type families licensed for commerce: print, screens and brands.',
    points: [
      'Quarenta famílias, de duas a dezoito espessuras',
      'Acentos do português desenhados um a um',
      'Uso em impressos, sites, aplicativos e marcas',
    ],
    english: [
      'Forty families of two to eighteen weights',
      'Portuguese accents drawn one by one',
      'For print, websites, apps and brands',
    ],
  },

  renderia: {
    summary: 'Modelling, light and rendering in one program, with a queue for up to four machines.',
    points: [
      'Modelagem, luz, materiais e câmera no mesmo lugar',
      'Prévia em tempo real, igual ao quadro final',
      'Fila de quadros para até quatro máquinas',
    ],
    english: [
      'Modelling, light, materials and camera in one place',
      'A live preview that equals the final frame',
      'A queue of frames for up to four machines',
    ],
  },

  sonorama: {
    summary:
      'A virtual desk of thirty-two channels with studio effects. Back on sale with its next version.',
    points: [
      'Trinta e dois canais com quatro envios',
      'Equalizador, compressor e eco de estúdio',
      'Grava cada canal à parte',
    ],
    english: [
      'Thirty-two channels with four sends',
      'Studio equaliser, compressor and echo',
      'Records each channel apart',
    ],
  },

  forja: {
    summary:
      'An editor that knows the whole project: it refactors, tests and debugs in twelve languages. ' +
      'One person, one year.',
    points: [
      'Renomeia e move em todo o projeto, com prévia',
      'Testes ao lado do código, rodando a cada mudança',
      'Depura doze linguagens, também em outra máquina',
    ],
    english: [
      'Renames and moves through the whole project, with a preview',
      'Tests beside the code that run with each change',
      'Debugs twelve languages, on another machine too',
    ],
  },

  consultara: {
    summary: 'Explore databases, draw queries and compare execution plans side by side.',
    points: [
      'Conecta a nove bancos de dados',
      'Compara dois planos linha a linha',
      'Nunca muda nada sem perguntar em produção',
    ],
    english: [
      'Connects to nine databases',
      'Compares two plans line by line',
      'Never changes anything in production unasked',
    ],
  },

  depurim: {
    summary:
      'Finds the line that costs time and memory, with flame graphs and a comparison of versions.',
    points: [
      'Gráfico de chamas do processador e da memória',
      'Compara duas versões e aponta o que piorou',
      'Custa menos de 2 % enquanto mede',
    ],
    english: [
      'Flame graphs of processor and memory',
      'Compares two versions and points at what got worse',
      'Costs less than 2% while it measures',
    ],
  },

  mentoria: {
    summary:
      'Four meetings of an hour with those who make Forjíndigo. Our team sends the booking code ' +
      'within one working day.',
    points: [
      'Quatro encontros de uma hora, por vídeo',
      'Sobre o seu projeto, não sobre exemplos',
      'Remarcar é possível até um dia antes',
    ],
    english: [
      'Four meetings of an hour, by video',
      'About your project, not about examples',
      'You can move one until the day before',
    ],
  },

  arrebol: {
    summary:
      'A terminal with tabs, a searchable history and themes that follow the hour of the day.',
    points: [
      'Abas e painéis que voltam como estavam',
      'Busca no histórico por comando e por saída',
      'Temas claros e escuros que trocam com o sol',
    ],
    english: [
      'Tabs and panes that come back as they were',
      'Searches the history by command and output',
      'Light and dark themes that change with the sun',
    ],
  },

  tunelvivo: {
    summary:
      'An encrypted connection for five devices, with servers in thirty countries and no record of ' +
      'what you browse. Thirty days.',
    points: [
      'Cinco aparelhos ao mesmo tempo',
      'Servidores em trinta países, três deles no Brasil',
      'Se a conexão cai, nada sai sem cifra',
    ],
    english: [
      'Five devices at the same time',
      'Servers in thirty countries, three of them in Brazil',
      'If the connection drops, nothing leaves unencrypted',
    ],
  },

  'tunelvivo-anual': {
    summary: 'A year of Tunelvivo on ten devices, with a fixed Brazilian address included.',
    points: [
      'Dez aparelhos ao mesmo tempo',
      'Um endereço fixo brasileiro, só seu',
      'Tudo o que o plano mensal tem',
    ],
    english: [
      'Ten devices at the same time',
      'A fixed Brazilian address of your own',
      'Everything that the monthly plan has',
    ],
  },

  apelido: {
    summary:
      'Make throwaway mail addresses that deliver to your usual inbox, and delete them when you like.',
    points: [
      'Um endereço para cada cadastro, em dois toques',
      'Responda sem mostrar o seu',
      'Apague um e ele deixa de existir',
    ],
    english: [
      'An address for every sign-up, in two taps',
      'Answer without showing your own',
      'Delete one and it is gone',
    ],
  },

  cortina: {
    summary:
      'A network filter that blocks adverts, scams and adult content on every device of the house.',
    points: [
      'Vale para a casa inteira, também para a televisão',
      'Horários e regras por pessoa',
      'Relatório semanal, sem guardar o que foi visto',
    ],
    english: [
      'Covers the whole house, the television too',
      'Hours and rules for each person',
      'A weekly report that keeps nothing of what was seen',
    ],
  },
}
