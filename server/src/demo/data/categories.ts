export type DemoCategory = { slug: string; name: string; description: string; color: string }

/** Categories of the demo shop; every name and brand in this folder is invented. */
export const demoCategories: readonly DemoCategory[] = [
  {
    slug: 'antivirus',
    name: 'Antivírus e Segurança',
    description:
      'Proteção para computador, celular e senhas, com licença oficial e ativação na hora.',
    color: '#22C58B',
  },
  {
    slug: 'sistemas',
    name: 'Sistemas e Office',
    description: 'Sistemas operacionais, pacotes de escritório e backup para casa e trabalho.',
    color: '#4C8DFF',
  },
  {
    slug: 'jogos',
    name: 'Jogos',
    description: 'Jogos completos e passes de temporada para jogar ainda hoje.',
    color: '#A06BFF',
  },
  {
    slug: 'ferramentas',
    name: 'Ferramentas de Jogo',
    description: 'Overlays, treino e análise para jogar melhor, dentro das regras de cada jogo.',
    color: '#FF5D73',
  },
  {
    slug: 'design',
    name: 'Design e Vídeo',
    description: 'Pintura, edição, 3D e som para quem cria.',
    color: '#FFB13D',
  },
  {
    slug: 'desenvolvimento',
    name: 'Desenvolvimento',
    description: 'Editores, bancos de dados e diagnóstico para quem escreve código.',
    color: '#2CC7E8',
  },
  {
    slug: 'vpn',
    name: 'VPN e Privacidade',
    description: 'Navegação privada, e-mails descartáveis e filtro de rede para a família.',
    color: '#7C86FF',
  },
]
