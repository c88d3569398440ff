import { demoScreen as screen, type DemoScreens } from './demo-screen.ts'

/** Screens of the products for work, by the product's slug. */
export const workScreens: Readonly<Record<string, DemoScreens>> = {
  vigia: [
    screen('scene', 'Em um canto da tela', 'Quadros por segundo', 'Temperatura', 'Latência'),
    screen('chart', 'Por rodada', 'Quadros', 'Temperatura', 'Latência'),
    screen(
      'canvas',
      'Cinco painéis prontos',
      'Arrastar e soltar',
      'Não altera arquivos',
      'Menos de 1 %',
    ),
  ],

  alvorim: [
    screen('scene', 'Treino de mira', 'Dez segundos', 'Dez minutos', 'Reflexo'),
    screen('chart', 'Gráfico de evolução', 'Mira', 'Reflexo', 'Plano semanal'),
    screen('switches', 'Perfis', 'Igual à do seu jogo', 'Plano semanal', 'Roda à parte'),
  ],

  rotaleve: [
    screen('nodes', 'O caminho mais curto', 'Sua casa', 'Cada salto', 'Servidor da partida'),
    screen('table', 'Onde a latência nasce', 'Primeiro salto', 'Segundo salto', 'Servidor'),
    screen('gauge', 'Rota da partida', 'Escolhe sozinho', 'Mostra cada salto', 'Volta ao normal'),
  ],

  lanternim: [
    screen('tracks', 'Jogadas decisivas', 'Som', 'Placar', 'Resumo comentado'),
    screen(
      'gauge',
      'Trinta minutos para trás',
      'Segundo plano',
      'Últimos minutos',
      'Grava sozinho',
    ),
    screen('canvas', 'Exportar', 'Em pé', 'Deitado', 'Quadrado'),
  ],

  macrolume: [
    screen('canvas', 'Iluminação', 'Teclado', 'Mouse', 'Vinte marcas'),
    screen('switches', 'Um perfil por programa', 'Trocado sozinho', 'Iluminação', 'Atalhos'),
    screen('tracks', 'Atalhos', 'Teclas', 'Texto', 'Pausas'),
  ],

  pincelia: [
    screen('canvas', 'Pintura digital', 'Tinta de verdade', 'Camadas', 'Máscaras'),
    screen(
      'table',
      'Duzentos pincéis',
      'Um estúdio seu',
      'Cor para impressão',
      'Formatos do cliente',
    ),
    screen('switches', 'Pronto para', 'Mesa digitalizadora', 'Telas de toque', 'Impressão'),
  ],

  cortavivo: [
    screen('tracks', 'Várias trilhas', 'Vídeo', 'Legendas automáticas', 'Som'),
    screen(
      'code',
      'Legendas automáticas',
      'Em português',
      'Corrige como texto',
      'Corte sem esperar',
    ),
    screen('canvas', 'Vídeo em pé', 'Margem de cada rede', 'Modelos', 'Exportação vertical'),
  ],

  tipoteca: [
    screen('canvas', 'Quarenta famílias', 'Dezoito espessuras', 'Acentos', 'Um a um'),
    screen('table', 'Licença comercial', 'Impressos', 'Telas', 'Marcas'),
    screen('switches', 'Onde usar', 'Sites', 'Aplicativos', 'Impressos'),
  ],

  renderia: [
    screen('canvas', 'Modelagem', 'Luz', 'Materiais', 'Câmera'),
    screen('gauge', 'Fila de quadros', 'Quatro máquinas', 'Quadro final', 'Prévia em tempo real'),
    screen('nodes', 'Até quatro máquinas', 'Renderização', 'Fila de quadros', 'Quadro final'),
  ],

  sonorama: [
    screen(
      'tracks',
      'Trinta e dois canais',
      'Quatro envios',
      'Eco de estúdio',
      'Cada canal à parte',
    ),
    screen('chart', 'Equalizador', 'Compressor', 'Eco de estúdio', 'Canais'),
    screen('switches', 'Efeitos de estúdio', 'Equalizador', 'Compressor', 'Eco'),
  ],

  forja: [
    screen('code', 'O projeto inteiro', 'Refatora', 'Testa', 'Depura'),
    screen(
      'steps',
      'Testes ao lado do código',
      'A cada mudança',
      'Com prévia',
      'Em todo o projeto',
    ),
    screen('table', 'Doze linguagens', 'Renomeia', 'Move', 'Outra máquina'),
  ],

  consultara: [
    screen('table', 'Nove bancos de dados', 'Consultas', 'Planos de execução', 'Linha a linha'),
    screen('nodes', 'Desenhe consultas', 'Bancos de dados', 'Consulta', 'Plano de execução'),
    screen('code', 'Lado a lado', 'Compara dois planos', 'Nunca muda nada', 'Sem perguntar'),
  ],

  depurim: [
    screen('chart', 'Gráfico de chamas', 'Processador', 'Memória', 'Menos de 2 %'),
    screen('table', 'Duas versões', 'O que piorou', 'Tempo', 'Memória'),
    screen('code', 'A linha que gasta', 'Gasta tempo', 'Gasta memória', 'Custa menos de 2 %'),
  ],

  mentoria: [
    screen(
      'steps',
      'Quatro encontros',
      'Uma hora, por vídeo',
      'Sobre o seu projeto',
      'Com quem faz',
    ),
    screen('code', 'Sobre o seu projeto', 'Não sobre exemplos', 'Por vídeo', 'Quatro encontros'),
    screen(
      'switches',
      'Agendamento',
      'Código em um dia útil',
      'Remarcar é possível',
      'Até um dia antes',
    ),
  ],

  arrebol: [
    screen('code', 'Abas e painéis', 'Voltam como estavam', 'Busca no histórico', 'Por comando'),
    screen('switches', 'Temas', 'Claros', 'Escuros', 'Trocam com o sol'),
    screen('table', 'Busca no histórico', 'Por comando', 'Por saída', 'Abas'),
  ],

  tunelvivo: [
    screen('gauge', 'Conexão cifrada', 'Cinco aparelhos', 'Trinta países', 'Sem registro'),
    screen('nodes', 'Trinta países', 'Três no Brasil', 'Cinco aparelhos', 'Servidores'),
    screen('switches', 'Se a conexão cai', 'Nada sai sem cifra', 'Sem registro', 'Cinco aparelhos'),
  ],

  'tunelvivo-anual': [
    screen('gauge', 'Um ano de Tunelvivo', 'Dez aparelhos', 'Endereço fixo', 'Sem registro'),
    screen('nodes', 'Endereço fixo brasileiro', 'Só seu', 'Dez aparelhos', 'Incluído'),
    screen('switches', 'Tudo do plano mensal', 'Conexão cifrada', 'Endereço fixo', 'Dez aparelhos'),
  ],

  apelido: [
    screen('table', 'Um para cada cadastro', 'Descartável', 'Na sua caixa', 'Em dois toques'),
    screen(
      'steps',
      'Em dois toques',
      'Crie um endereço',
      'Receba na sua caixa',
      'Apague quando quiser',
    ),
    screen(
      'switches',
      'Seus endereços',
      'Responda sem mostrar',
      'Entregar na sua caixa',
      'Deixa de existir',
    ),
  ],

  cortina: [
    screen('chart', 'Relatório semanal', 'Anúncios', 'Golpes', 'Conteúdo adulto'),
    screen('switches', 'Horários e regras', 'Por pessoa', 'Televisão', 'A casa inteira'),
    screen('nodes', 'A casa inteira', 'Todos os aparelhos', 'Televisão', 'Filtro de rede'),
  ],
}
