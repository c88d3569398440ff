/**
 * Tickets of the demo shop. Speakers: c is the customer, s is staff, b is the bot. Minutes count
 * from the opening of the ticket; closedAfter is null while the ticket is open.
 */
export const demoTickets: readonly {
  subject: string
  talk: readonly (readonly [who: 'c' | 's' | 'b', minutes: number, text: string])[]
  closedAfter: number | null
}[] = [
  {
    subject: 'Chave não ativa',
    closedAfter: 55,

    talk: [
      ['b', 0, 'Olá! Descreva o problema e alguém da equipe responde em breve.'],
      ['c', 1, 'Boa noite, comprei ontem e a chave diz que já foi usada.'],
      ['s', 12, 'Boa noite! Pode enviar o número do pedido?'],
      ['c', 14, 'É o que está no print, começa com ORD-0010.'],
      [
        's',
        31,
        'Encontrei. A chave estava certa, mas foi digitada com a letra O no lugar do zero. ' +
          'Pode tentar copiar direto da página do pedido?',
      ],
      ['c', 40, 'Funcionou! Obrigado, foi mal aí.'],
      ['s', 43, 'Imagina! Bom jogo.'],
    ],
  },
  {
    subject: 'PIX pago e pedido pendente',
    closedAfter: 38,
    talk: [
      ['c', 0, 'Paguei o PIX agora e o site continua pedindo o pagamento.'],
      ['s', 6, 'Oi! Vou olhar. O pagamento saiu em quantos minutos depois de gerar o código?'],
      ['c', 8, 'Uns 29 minutos, meu banco pediu confirmação por biometria.'],
      [
        's',
        15,
        'Chegou fora do prazo, mas o sistema reconheceu: seu pedido já está concluído e a chave foi para a sua conta.',
      ],
      ['c', 17, 'Apareceu aqui. Valeu pela rapidez!'],
    ],
  },
  {
    subject: 'Trocar e-mail da conta',
    closedAfter: 120,
    talk: [
      ['c', 0, 'Consigo trocar o e-mail da minha conta?'],
      ['s', 48, 'Consegue, sim. Mande o e-mail novo por aqui mesmo e confirmamos pelo antigo.'],
      ['c', 60, 'Mandei no privado do servidor.'],
      ['s', 95, 'Trocado. Entre de novo com o novo e-mail e a mesma senha.'],
    ],
  },
  {
    subject: 'Cupom não entra',
    closedAfter: 26,
    talk: [
      ['c', 0, 'O cupom BEMVINDO10 diz que é inválido.'],
      ['s', 9, 'Ele vale só para a primeira compra. Vi que você já tem dois pedidos concluídos.'],
      ['c', 12, 'Ah, entendi. Tem algum para quem já é cliente?'],
      [
        's',
        16,
        'A partir da terceira compra há um de fidelidade. Fique de olho nos avisos do sino.',
      ],
    ],
  },
  {
    subject: 'Licença expirada antes do prazo',
    closedAfter: 310,
    talk: [
      ['c', 0, 'Minha licença de 30 dias expirou no dia 28.'],
      ['b', 0, 'Olá! Descreva o problema e alguém da equipe responde em breve.'],
      [
        's',
        140,
        'O prazo conta da data da compra, não da ativação. Mesmo assim, como foram dois dias ' +
          'de diferença por causa da nossa manutenção, vamos compensar.',
      ],
      ['c', 180, 'Perfeito, muito obrigado.'],
      ['s', 300, 'Feito: uma chave nova está na sua conta.'],
    ],
  },
  {
    subject: 'Reembolso',
    closedAfter: 1500,
    talk: [
      ['c', 0, 'Comprei por engano, ainda não usei a chave. Dá para devolver?'],
      [
        's',
        35,
        'Dá, sim. Sendo PIX, o valor volta para a mesma conta em instantes depois que aprovarmos.',
      ],
      ['c', 41, 'Ótimo, pode seguir.'],
      ['s', 60, 'Devolução pedida. A licença foi suspensa, como combinado.'],
      ['c', 1480, 'Caiu na conta ontem mesmo. Obrigada!'],
    ],
  },
  {
    subject: 'Qual plano escolher?',
    closedAfter: 75,
    talk: [
      ['c', 0, 'Qual a diferença entre o nível 1 e o nível 2?'],
      [
        's',
        18,
        'O nível 2 inclui os módulos extras e atualização antecipada. Para jogar casualmente, o nível 1 resolve.',
      ],
      ['c', 22, 'Vou de nível 1 então.'],
    ],
  },
  {
    subject: 'Cargo no Discord não veio',
    closedAfter: 64,
    talk: [
      ['c', 0, 'Comprei e não recebi o cargo de cliente.'],
      ['s', 20, 'Sua conta do Discord está ligada à da loja? Veja em Configurações.'],
      ['c', 25, 'Não estava. Liguei agora.'],
      ['s', 52, 'O cargo já apareceu para mim. Confere?'],
      ['c', 55, 'Sim, apareceu!'],
    ],
  },
  {
    subject: 'Pagamento em cripto',
    closedAfter: 95,
    talk: [
      ['c', 0, 'Enviei USDT pela rede errada, e agora?'],
      ['s', 28, 'Por qual rede foi? Mande o hash da transação, por favor.'],
      ['c', 33, 'Foi pela rede certa, olhei de novo. Só faltava confirmar: 20/20 agora.'],
      ['s', 80, 'Confirmado aqui também, pedido concluído.'],
    ],
  },
  {
    subject: 'Nota fiscal',
    closedAfter: 200,
    talk: [
      ['c', 0, 'Vocês emitem nota?'],
      ['s', 90, 'Emitimos o recibo em PDF, que está na página do pedido, em "Recibo/Fatura".'],
      ['c', 130, 'Serve. Obrigado!'],
    ],
  },
  {
    subject: 'Erro ao abrir o programa',
    closedAfter: 420,

    talk: [
      ['c', 0, 'Abre e fecha sozinho no Windows 11.'],
      [
        's',
        55,
        'Rode como administrador e desligue a sobreposição de tela. Se continuar, mande o arquivo de log.',
      ],
      ['c', 130, 'Segue o log.'],
      [
        's',
        260,
        'Faltava o pacote Visual C++. O link oficial é https://aka.ms/vs/17/release/vc_redist.x64.exe',
      ],
      ['c', 400, 'Resolvido!'],
    ],
  },
  {
    subject: 'Compra para presente',
    closedAfter: 50,
    talk: [
      ['c', 0, 'Posso comprar e mandar a chave para um amigo?'],
      ['s', 21, 'Pode. A chave aparece no seu pedido; é só entregar a ele.'],
      ['c', 24, 'Massa, valeu.'],
    ],
  },
  {
    subject: 'Conta suspensa',
    closedAfter: 600,
    talk: [
      ['c', 0, 'Minha conta foi suspensa sem motivo.'],
      ['s', 180, 'Houve três contestações de cartão no mesmo dia. Você reconhece essas compras?'],
      ['c', 240, 'Meu irmão usou meu cartão sem avisar. Já resolvi com o banco.'],
      ['s', 560, 'Recebemos a confirmação do banco. Conta liberada.'],
    ],
  },
  {
    subject: 'Dúvida sobre renovação',
    closedAfter: null,
    talk: [
      ['c', 0, 'Minha licença vence semana que vem. Renovo antes ou depois?'],
      ['s', 33, 'Tanto faz: a nova começa a contar da compra, então o melhor é renovar no dia.'],
    ],
  },
  {
    subject: 'Chave que não chegou',
    closedAfter: null,
    talk: [
      ['b', 0, 'Olá! Descreva o problema e alguém da equipe responde em breve.'],
      ['c', 2, 'Paguei há dez minutos e o pedido diz que a chave está a caminho. É normal?'],
    ],
  },
]
