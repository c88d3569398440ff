import { demoScreen as screen, type DemoScreens } from './demo-screen.ts'

/** Screens of the products for home, by the product's slug. */
export const homeScreens: Readonly<Record<string, DemoScreens>> = {
  sentivar: [
    screen(
      'gauge',
      'Proteção em tempo real',
      'Contra vírus e golpes',
      'Um computador',
      'Licença de um ano',
    ),
    screen(
      'switches',
      'Verificação leve',
      'Espera quando você joga',
      'Espera ao apresentar',
      'Não atrapalha o trabalho',
    ),
    screen('chart', 'Atualizações sozinhas', 'Várias vezes ao dia', 'Vírus', 'Golpes'),
  ],

  'sentivar-total': [
    screen('nodes', 'Cinco aparelhos', 'Computador', 'Celular', 'Tablet'),
    screen('switches', 'Controle dos pais', 'Horários', 'Limites', 'Aparelhos da casa'),
    screen(
      'steps',
      'Alerta de vazamento',
      'Um dado seu apareceu',
      'Aviso na hora',
      'A mesma proteção',
    ),
  ],

  muralvetor: [
    screen('table', 'Quem conversa com a rede', 'Casa', 'Escritório', 'Servidor'),
    screen('steps', 'Você decide o que passa', 'O programa pergunta', 'Uma vez só', 'Você decide'),
    screen(
      'chart',
      'Histórico de trinta dias',
      'O que passou',
      'O que não passou',
      'Regras prontas',
    ),
  ],

  cofrelia: [
    screen('table', 'Um só cofre', 'Senhas', 'Chaves de acesso', 'Notas'),
    screen('nodes', 'Sincronizado', 'Celular', 'Computador', 'Navegador'),
    screen('steps', 'Só você tem a chave', 'Cofre cifrado', 'Preenche sozinho', 'Nem nós abrimos'),
  ],

  'plenaria-pro': [
    screen('canvas', 'Tudo para o trabalho', 'Área remota', 'Máquinas virtuais', 'Disco cifrado'),
    screen('switches', 'Atualizações', 'Esperam o expediente', 'Disco cifrado', 'Área remota'),
    screen('steps', 'Ativação online', 'Um computador', 'Cole a chave', 'Pronto para o trabalho'),
  ],

  'plenaria-casa': [
    screen(
      'nodes',
      'A família inteira',
      'Simples de usar',
      'Uma conta por pessoa',
      'Rápido e silencioso',
    ),
    screen('gauge', 'Liga em segundos', 'Rápido', 'Silencioso', 'Máquinas de cinco anos'),
    screen('steps', 'Ativação online', 'Um computador', 'Cole a chave', 'Uma conta para cada um'),
  ],

  escribano: [
    screen('code', 'Textos', 'Revisão de português', 'Explica cada sugestão', 'Formatos de sempre'),
    screen('table', 'Planilhas', 'Abre e salva', 'Formatos de sempre', 'Até dois computadores'),
    screen(
      'canvas',
      'Apresentações',
      'Trabalha sem internet',
      'Sincroniza na volta',
      'Um ano de uso',
    ),
  ],

  guardavolta: [
    screen('gauge', 'Cópia de todos os dias', 'Em disco', 'Na rede', 'Na nuvem que você já tem'),
    screen('table', 'A versão que você quiser', 'Um arquivo', 'Uma pasta', 'O computador inteiro'),
    screen(
      'switches',
      'Tudo cifrado',
      'Antes de sair da máquina',
      'Cópia diária',
      'Sem complicação',
    ),
  ],

  basaltar: [
    screen('scene', 'Sete reinos', 'Erguer uma cidade', 'Negociar', 'Colunas de pedra'),
    screen(
      'table',
      'Campanha de oitenta horas',
      'Três finais',
      'Até quatro pessoas',
      'Sete reinos',
    ),
    screen('switches', 'Em português', 'Textos', 'Vozes', 'Cooperação'),
  ],

  neblina: [
    screen('scene', 'Estação à deriva', 'Pilotar', 'Escutar', 'Descobrir'),
    screen('nodes', 'O que apagou as luzes', 'Exploração', 'Em silêncio', 'Sem combate'),
    screen('chart', 'Doze horas de história', 'Sem combate', 'Em silêncio', 'Som para fones'),
  ],

  sertao: [
    screen('scene', 'Ao pôr do sol', 'Terra batida', 'Anos noventa', 'Viola elétrica'),
    screen('table', 'Trinta e seis carros', 'Anos noventa', 'Sete estados', 'Pistas de terra'),
    screen('switches', 'Tela dividida', 'Duas pessoas', 'Viola elétrica', 'Terra batida'),
  ],

  quimerica: [
    screen(
      'gauge',
      'Noventa dias de missões',
      'Dois heróis novos',
      'Itens visuais',
      'Jogo base gratuito',
    ),
    screen('scene', 'Dois heróis novos', 'Missões', 'Itens visuais', 'Temporada'),
    screen('table', 'Itens da temporada', 'Heróis', 'Missões', 'Itens visuais'),
  ],

  mares: [
    screen('scene', 'Mares que mudam', 'Oito barcos', 'Cada um com a sua vela', 'A cada volta'),
    screen('table', 'Regatas', 'Até oito pessoas', 'Oito barcos', 'Na mesma casa'),
    screen('chart', 'A cada volta', 'Mares que mudam', 'Vento', 'Velas'),
  ],
}
