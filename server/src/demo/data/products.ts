/** Roles of the chat server that the sandbox brings, by their numbers there. */
export const demoRoles = { vip: '1300000000000000203', customer: '1300000000000000204' } as const

export type DemoProduct = {
  slug: string; category: string; initials: string; name: string; description: string; priceCents: number
  level: number; expirationDays: number
  /** Free keys on the shelf; products of other providers have none. */
  keys: number
  /** Form of a key: every x is a letter or digit. */
  keyForm: string
  /** How often it sells beside the others. */
  appeal: number
  /** The role of the demo chat server that it gives. */
  role?: keyof typeof demoRoles
  currency?: 'USD'; featured?: true; provider?: 'manual' | 'keyauth'; status?: 'inactive' | 'maintenance' | 'discontinued'
}

/** Products of the demo shop, by category. */
export const demoProducts: readonly DemoProduct[] = [
  { slug: 'sentivar', role: 'customer', category: 'antivirus', initials: 'SA', name: 'Sentivar Antivírus', priceCents: 3990, level: 1, expirationDays: 365, keys: 120, keyForm: 'SNTV-xxxxx-xxxxx-xxxxx', appeal: 9, featured: true,
    description: 'Proteção em tempo real para um computador, com verificação leve que não atrapalha quem trabalha ou joga. Licença de um ano.' },
  { slug: 'sentivar-total', category: 'antivirus', initials: 'ST', name: 'Sentivar Total 5 Dispositivos', priceCents: 11990, level: 2, expirationDays: 365, keys: 64, keyForm: 'SNTT-xxxxx-xxxxx-xxxxx', appeal: 5,
    description: 'A mesma proteção do Sentivar para cinco aparelhos da casa, com controle dos pais e alerta de vazamento de dados.' },
  { slug: 'muralvetor', category: 'antivirus', initials: 'MV', name: 'Muralvetor Firewall', priceCents: 8990, level: 1, expirationDays: 365, keys: 40, keyForm: 'MV-xxxx-xxxx-xxxx-xxxx', appeal: 2,
    description: 'Veja quem conversa com a sua rede e decida o que passa. Regras prontas para casa, escritório e servidor.' },
  { slug: 'cofrelia', category: 'antivirus', initials: 'CS', name: 'Cofrélia Senhas', priceCents: 990, level: 1, expirationDays: 30, keys: 200, keyForm: 'COFRE-xxxxxx-xxxxxx', appeal: 7,
    description: 'Guarda senhas, chaves de acesso e notas em um cofre cifrado, sincronizado entre celular e computador.' },

  { slug: 'plenaria-pro', role: 'vip', category: 'sistemas', initials: 'PP', name: 'Plenária OS 12 Pro', priceCents: 24990, level: 2, expirationDays: 365, keys: 80, keyForm: 'xxxxx-xxxxx-xxxxx-xxxxx-xxxxx', appeal: 8, featured: true,
    description: 'O sistema completo para trabalho: disco cifrado, área remota e máquinas virtuais. Ativação online em um computador.' },
  { slug: 'plenaria-casa', category: 'sistemas', initials: 'PC', name: 'Plenária OS 12 Casa', priceCents: 14990, level: 1, expirationDays: 365, keys: 55, keyForm: 'xxxxx-xxxxx-xxxxx-xxxxx-xxxxx', appeal: 6,
    description: 'Rápido, silencioso e simples de usar, com contas para a família inteira. Ativação online em um computador.' },
  { slug: 'escribano', role: 'customer', category: 'sistemas', initials: 'EO', name: 'Escribano Office 2026', priceCents: 19990, level: 1, expirationDays: 365, keys: 72, keyForm: 'ESCR-xxxxx-xxxxx-xxxxx', appeal: 8, featured: true,
    description: 'Textos, planilhas e apresentações que abrem os formatos de sempre. Um ano de uso em até dois computadores.' },
  { slug: 'guardavolta', category: 'sistemas', initials: 'GB', name: 'Guardavolta Backup', priceCents: 5990, level: 1, expirationDays: 90, keys: 2, keyForm: 'GVB-xxxx-xxxx-xxxx', appeal: 4,
    description: 'Copia seus arquivos todos os dias e traz de volta a versão que você quiser, sem complicação.' },

  { slug: 'basaltar', category: 'jogos', initials: 'RB', name: 'Reinos de Basaltar', priceCents: 14990, level: 1, expirationDays: 365, keys: 38, keyForm: 'RBAS-xxxxx-xxxxx', appeal: 9, featured: true,
    description: 'Erga cidades sobre colunas de pedra e negocie com sete reinos em uma campanha de oitenta horas. Em português, com dublagem.' },
  { slug: 'neblina', category: 'jogos', initials: 'NO', name: 'Neblina Orbital', priceCents: 7990, level: 1, expirationDays: 365, keys: 90, keyForm: 'NEBL-xxxxx-xxxxx', appeal: 6,
    description: 'Exploração espacial em silêncio: pilote uma estação à deriva e descubra o que apagou as luzes.' },
  { slug: 'sertao', category: 'jogos', initials: 'SV', name: 'Sertão Veloz 91', priceCents: 11990, level: 1, expirationDays: 365, keys: 0, keyForm: 'SV91-xxxxx-xxxxx', appeal: 7,
    description: 'Corridas de terra batida ao pôr do sol, com carros dos anos noventa e trilha de viola elétrica.' },
  { slug: 'quimerica', category: 'jogos', initials: 'QP', name: 'Quimérica: Passe da Temporada', priceCents: 3490, level: 1, expirationDays: 90, keys: 150, keyForm: 'QMRC-xxxx-xxxx-xxxx', appeal: 8,
    description: 'Noventa dias de missões, dois heróis novos e todos os itens visuais da temporada. Exige o jogo base, que é gratuito.' },
  { slug: 'mares', category: 'jogos', initials: 'TM', name: 'Torneio das Marés', priceCents: 4990, level: 1, expirationDays: 365, keys: 24, keyForm: 'MARE-xxxxx-xxxxx', appeal: 2, status: 'discontinued',
    description: 'Regatas de até oito pessoas em mares que mudam a cada volta. Fora de linha desde o encerramento do modo online.' },

  { slug: 'vigia', category: 'ferramentas', initials: 'VH', name: 'Vigia HUD', priceCents: 2490, level: 1, expirationDays: 30, keys: 160, keyForm: 'VIGIA-xxxxxx-xxxxxx', appeal: 10, featured: true,
    description: 'Overlay com quadros por segundo, temperatura e latência em um canto da tela. Não altera arquivos nem memória do jogo.' },
  { slug: 'alvorim', category: 'ferramentas', initials: 'AT', name: 'Alvorim Treino de Mira', priceCents: 2990, level: 1, expirationDays: 30, keys: 110, keyForm: 'ALVO-xxxx-xxxx-xxxx', appeal: 8,
    description: 'Trezentos exercícios de mira e reflexo com plano semanal e gráfico de evolução. Roda à parte, sem tocar no seu jogo.' },
  { slug: 'rotaleve', category: 'ferramentas', initials: 'RL', name: 'Rotaleve Conexão', priceCents: 1990, level: 1, expirationDays: 30, keys: 140, keyForm: 'RTLV-xxxxxx-xxxxxx', appeal: 7,
    description: 'Procura o caminho mais curto até o servidor da partida e mostra onde a latência nasce.' },
  { slug: 'lanternim', category: 'ferramentas', initials: 'LR', name: 'Lanternim Replay', priceCents: 4490, level: 2, expirationDays: 90, keys: 45, keyForm: 'LNTR-xxxx-xxxx-xxxx', appeal: 4,
    description: 'Grava os últimos minutos, marca as jogadas decisivas e monta um resumo comentado da partida.' },
  { slug: 'macrolume', category: 'ferramentas', initials: 'MP', name: 'Macrolume Perfis', priceCents: 5490, level: 3, expirationDays: 365, keys: 0, keyForm: 'MACROLUME-xxxxxx-xxxxxx', appeal: 3, provider: 'keyauth',
    description: 'Perfis de iluminação e atalhos para teclado e mouse, trocados sozinhos a cada programa aberto.' },

  { slug: 'pincelia', category: 'design', initials: 'PS', name: 'Pincélia Studio', priceCents: 18990, level: 1, expirationDays: 365, keys: 36, keyForm: 'PNCL-xxxxx-xxxxx-xxxxx', appeal: 4,
    description: 'Pintura digital com pincéis que se misturam como tinta de verdade. Pronto para mesa digitalizadora e telas de toque.' },
  { slug: 'cortavivo', category: 'design', initials: 'CV', name: 'Cortavivo Editor', priceCents: 9990, level: 1, expirationDays: 90, keys: 58, keyForm: 'CRTV-xxxxx-xxxxx', appeal: 6, featured: true,
    description: 'Edição de vídeo em várias trilhas com legendas automáticas em português e exportação vertical.' },
  { slug: 'tipoteca', category: 'design', initials: 'TL', name: 'Tipoteca Letras', priceCents: 2400, currency: 'USD', level: 1, expirationDays: 365, keys: 27, keyForm: 'TPTC-xxxx-xxxx-xxxx', appeal: 2,
    description: 'Quarenta famílias tipográficas com licença comercial para impressos, telas e marcas.' },
  { slug: 'renderia', category: 'design', initials: 'R3', name: 'Rendéria 3D', priceCents: 34990, level: 3, expirationDays: 365, keys: 20, keyForm: 'RND3-xxxxx-xxxxx-xxxxx', appeal: 2,
    description: 'Modelagem, luz e renderização em um só programa, com fila de quadros para até quatro máquinas.' },
  { slug: 'sonorama', category: 'design', initials: 'SM', name: 'Sonorama Mesa', priceCents: 13990, level: 2, expirationDays: 365, keys: 31, keyForm: 'SNRM-xxxxx-xxxxx', appeal: 2, status: 'maintenance',
    description: 'Mesa de som virtual de trinta e dois canais com efeitos de estúdio. Volta à venda depois da nova versão.' },

  { slug: 'forja', category: 'desenvolvimento', initials: 'FI', name: 'Forjíndigo IDE', priceCents: 21990, level: 2, expirationDays: 365, keys: 44, keyForm: 'FJND-xxxxx-xxxxx-xxxxx', appeal: 5,
    description: 'Um editor que entende o projeto inteiro: refatora, testa e depura em doze linguagens. Licença individual de um ano.' },
  { slug: 'consultara', category: 'desenvolvimento', initials: 'CQ', name: 'Consultara SQL', priceCents: 7490, level: 1, expirationDays: 90, keys: 66, keyForm: 'CSQL-xxxx-xxxx-xxxx', appeal: 4,
    description: 'Explore bancos de dados, desenhe consultas e compare planos de execução lado a lado.' },
  { slug: 'depurim', category: 'desenvolvimento', initials: 'DP', name: 'Depurim Profiler', priceCents: 3900, currency: 'USD', level: 2, expirationDays: 90, keys: 33, keyForm: 'DPRM-xxxxx-xxxxx', appeal: 2,
    description: 'Encontra a linha que gasta tempo e memória, com gráfico de chamas e comparação entre versões.' },
  { slug: 'mentoria', category: 'desenvolvimento', initials: 'MF', name: 'Mentoria Forjíndigo', priceCents: 15990, level: 1, expirationDays: 90, keys: 0, keyForm: 'MENTORIA-xxxx-xxxx', appeal: 2, provider: 'manual',
    description: 'Quatro encontros de uma hora com quem faz o Forjíndigo. Nossa equipe envia o código de agendamento em até um dia útil.' },
  { slug: 'arrebol', category: 'desenvolvimento', initials: 'AR', name: 'Arrebol Terminal', priceCents: 2990, level: 1, expirationDays: 365, keys: 48, keyForm: 'ARBL-xxxx-xxxx', appeal: 1, status: 'inactive',
    description: 'Terminal com abas, busca no histórico e temas que seguem a hora do dia.' },

  { slug: 'tunelvivo', category: 'vpn', initials: 'TV', name: 'Tunelvivo VPN Mensal', priceCents: 1490, level: 1, expirationDays: 30, keys: 180, keyForm: 'TNLV-xxxxxx-xxxxxx', appeal: 10,
    description: 'Conexão cifrada em cinco aparelhos, com servidores em trinta países e sem registro de navegação. Trinta dias.' },
  { slug: 'tunelvivo-anual', category: 'vpn', initials: 'TA', name: 'Tunelvivo VPN Anual', priceCents: 12990, level: 2, expirationDays: 365, keys: 75, keyForm: 'TNLA-xxxxxx-xxxxxx', appeal: 5,
    description: 'Um ano de Tunelvivo em dez aparelhos, com endereço fixo brasileiro incluído.' },
  { slug: 'apelido', category: 'vpn', initials: 'AM', name: 'Apelidário Mail', priceCents: 1990, level: 1, expirationDays: 90, keys: 95, keyForm: 'APLD-xxxx-xxxx', appeal: 4,
    description: 'Crie endereços de e-mail descartáveis que entregam na sua caixa de sempre e apague quando quiser.' },
  { slug: 'cortina', category: 'vpn', initials: 'CD', name: 'Cortinária DNS Família', priceCents: 6490, level: 1, expirationDays: 365, keys: 50, keyForm: 'CDNS-xxxx-xxxx-xxxx', appeal: 3,
    description: 'Filtro de rede que bloqueia anúncios, golpes e conteúdo adulto em todos os aparelhos da casa.' },
]
