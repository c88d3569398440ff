// The requests that each action of a row and its undo send, and the URL that the action opens. #1
// is the id of the second row.

type Led = Record<string, string[]>

/**
 * Requests by the index of the row. `bulk` has the requests of bulk actions on the second and third
 * row.
 */
export type Lines = { rows: Record<number, Led>; bulk?: Led }

const id = '00000000-0000-4000-8000-000000000001'

export const lines: Record<string, Lines> = {
  orders: {
    rows: {
      1: {
        'Situação > Reembolsado': [
          'PATCH /api/admin/orders/#1/status {"status":"refunded","reason":"7","reference":"7"}',
        ],
        Reembolsar: [
          'PATCH /api/admin/orders/#1/status {"status":"refunded","reason":"7","reference":"7"}',
        ],
      },

      4: {
        'Situação > Concluído': [
          'PATCH /api/admin/orders/#4/status {"status":"completed","reason":"7","reference":"7"}',
        ],
        'Situação > Cancelado': [
          'PATCH /api/admin/orders/#4/status {"status":"cancelled","reason":"7"}',
        ],
        'Confirmar manualmente': [
          'PATCH /api/admin/orders/#4/status {"status":"completed","reason":"7","reference":"7"}',
        ],
        'Mais ações > Cancelar pedido': [
          'PATCH /api/admin/orders/#4/status {"status":"cancelled","reason":"7"}',
        ],
      },
    },

    bulk: {
      'Excluir pedido': ['DELETE /api/admin/orders/#1 {}', 'DELETE /api/admin/orders/#2 {}'],
    },
  },

  transactions: { rows: { 1: { Detalhes: ['to /admin/transactions?transaction=#1'] } } },
  carts: { rows: { 1: { Deletar: ['DELETE /api/admin/carts/#1 {}'] } } },

  products: {
    rows: {
      1: {
        '9.999.999 opções': ['to /admin/products?pageOf=#1&part=options'],
        'Situação > Ativo': [
          'PUT /api/admin/product/#1 {"status":"active"}',
          'undo PUT /api/admin/product/#1 {"status":"inactive"}',
        ],
        'Situação > Em manutenção': [
          'PUT /api/admin/product/#1 {"status":"maintenance"}',
          'undo PUT /api/admin/product/#1 {"status":"inactive"}',
        ],
        'Situação > Descontinuado': [
          'PUT /api/admin/product/#1 {"status":"discontinued"}',
          'undo PUT /api/admin/product/#1 {"status":"inactive"}',
        ],
        'Tirar do destaque': [
          'PUT /api/admin/product/#1 {"isFeatured":false}',
          'undo PUT /api/admin/product/#1 {"isFeatured":true}',
        ],
        Editar: ['to /admin/products?pageOf=#1&part=general'],
        'Mais ações > Página': ['to /admin/products?pageOf=#1'],
        'Mais ações > Duplicar': ['to /admin/products?copyOf=#1&pageOf=new'],
        'Mais ações > Excluir': ['DELETE /api/admin/product/#1 {}'],
      },
    },

    bulk: {
      Ativar: [
        'POST /api/admin/product/bulk-status {"rows":[{"id":"#1","to":"active"},{"id":"#2","to":"active"}]}',
        'undo POST /api/admin/product/bulk-status {"rows":[{"id":"#0","to":"active","version":"."},' +
          '{"id":"#1","to":"inactive","version":"."},{"id":"#2","to":"maintenance","version":"."},' +
          '{"id":"#3","to":"discontinued","version":"."},{"id":"#4","to":"active","version":"."},' +
          '{"id":"#5","to":"inactive","version":"."},{"id":"#6","to":"maintenance","version":"."},' +
          '{"id":"#7","to":"discontinued","version":"."}]}',
      ],

      Desativar: [
        'POST /api/admin/product/bulk-status {"rows":[{"id":"#1","to":"inactive"},{"id":"#2","to":"inactive"}]}',
        'undo POST /api/admin/product/bulk-status {"rows":[{"id":"#0","to":"active","version":"."},' +
          '{"id":"#1","to":"inactive","version":"."},{"id":"#2","to":"maintenance","version":"."},' +
          '{"id":"#3","to":"discontinued","version":"."},{"id":"#4","to":"active","version":"."},' +
          '{"id":"#5","to":"inactive","version":"."},{"id":"#6","to":"maintenance","version":"."},' +
          '{"id":"#7","to":"discontinued","version":"."}]}',
      ],

      // Both actions open a dialog; products-bulk.screen.ts tests these dialogs.
      'Mudar categoria': [],
      'Mudar preço': [],
      Excluir: ['DELETE /api/admin/product/#1 {}', 'DELETE /api/admin/product/#2 {}'],
    },
  },

  licenses: {
    rows: {
      1: {
        'Mostrar a chave': [],
        'Copiar a chave': [],
        'Situação > Ativa': [
          'PATCH /api/admin/licenses/#1/status {"status":"active"}',
          'undo PATCH /api/admin/licenses/#1/status {"status":"expired"}',
        ],
        'Situação > Revogada': ['PATCH /api/admin/licenses/#1/status {"status":"revoked"}'],
        'Quem viu a chave': ['GET /api/admin/licenses/#1/reveals'],
        'Mais ações > Cargos no Discord': [
          'to /admin/discord?search=maria-aparecida.albuquerque%40financeiro.empresa-de-exemplo.test',
        ],
        'Mais ações > Excluir': ['DELETE /api/admin/licenses/#1 {}'],
      },
    },

    bulk: {
      Ativar: [
        'PATCH /api/admin/licenses/#1/status {"status":"active"}',
        'PATCH /api/admin/licenses/#2/status {"status":"active"}',
        'undo PATCH /api/admin/licenses/#1/status {"status":"expired"}',
        'undo PATCH /api/admin/licenses/#2/status {"status":"revoked"}',
      ],
      Revogar: ['PATCH /api/admin/licenses/#1/status {"status":"revoked"}'],
      Excluir: ['DELETE /api/admin/licenses/#1 {}', 'DELETE /api/admin/licenses/#2 {}'],
    },
  },

  stock: {
    rows: { 1: { 'Mostrar a chave': [], 'Copiar a chave': [] } },
    bulk: {
      'Tornar disponíveis': [
        'POST /api/admin/stock/bulk-status {"ids":["#1","#2"],"status":"available"}',
      ],
      Revogar: ['POST /api/admin/stock/bulk-status {"ids":["#1","#2"],"status":"revoked"}'],
      Excluir: ['POST /api/admin/stock/bulk-delete {"ids":["#1","#2"]}'],
    },
  },

  cupons: {
    rows: {
      1: {
        // The edit form sends only changed fields, so here it sends no request.
        Editar: [],
        Desativar: [
          'PATCH /api/admin/cupons/#1/toggle {"active":false}',
          'undo PATCH /api/admin/cupons/#1/toggle {"active":true}',
        ],
        'Mais ações > Excluir': ['DELETE /api/admin/cupons/#1 {}'],
      },
    },

    bulk: {
      Ativar: [
        'POST /api/admin/cupons/bulk-active {"rows":[{"id":"#1","to":true},{"id":"#2","to":true}]}',
        'undo POST /api/admin/cupons/bulk-active {"rows":[{"id":"#0","to":true,"version":"."},' +
          '{"id":"#1","to":true,"version":"."},{"id":"#2","to":true,"version":"."},{"id":"#3",' +
          '"to":true,"version":"."},{"id":"#4","to":true,"version":"."},{"id":"#5","to":true,' +
          '"version":"."},{"id":"#6","to":true,"version":"."},{"id":"#7","to":true,"version":"."}]}',
      ],
      Desativar: [
        'POST /api/admin/cupons/bulk-active {"rows":[{"id":"#1","to":false},{"id":"#2","to":false}]}',
        'undo POST /api/admin/cupons/bulk-active {"rows":[{"id":"#0","to":true,"version":"."},' +
          '{"id":"#1","to":true,"version":"."},{"id":"#2","to":true,"version":"."},{"id":"#3",' +
          '"to":true,"version":"."},{"id":"#4","to":true,"version":"."},{"id":"#5","to":true,' +
          '"version":"."},{"id":"#6","to":true,"version":"."},{"id":"#7","to":true,"version":"."}]}',
      ],
    },
  },

  'tickets?view=table': {
    rows: {
      1: {
        Conversa: ['to /admin/tickets?view=inbox&ticket=#1'],
        'Abrir transcrição em nova aba': ['POST /api/admin/tickets/#1/transcript/open {}'],
        'Mais ações > Ver transcrição': ['GET /api/admin/tickets/#1/transcript'],
        'Mais ações > Baixar transcrição': ['GET /api/admin/tickets/#1/transcript/download'],
        'Mais ações > Excluir': ['DELETE /api/admin/tickets/#1 {}'],
      },
    },
  },

  users: {
    rows: {
      1: {
        'Situação > Ativo': ['POST /api/admin/users/#1/unban {}'],
        Detalhes: ['to /admin/users?user=#1'],
        Histórico: ['GET /api/admin/users/#1/history'],
        'Mais ações > Desbanir': ['POST /api/admin/users/#1/unban {}'],
        'Mais ações > Excluir': ['DELETE /api/admin/users/#1 {}'],
      },
    },
    bulk: { Banir: ['POST /api/admin/users/bulk-ban {"ids":["#1","#2"],"reason":"7"}'] },
  },

  security: { rows: { 1: { 'Remover banimento': ['DELETE /api/admin/security/bans/#1 {}'] } } },

  notifications: {
    rows: {
      1: {
        'Situação > Enviada': [
          'PUT /api/admin/notifications/#1 {"status":"sent"}',
          'undo PUT /api/admin/notifications/#1 {"status":"pending"}',
        ],
        'Situação > Revogada': [
          'PUT /api/admin/notifications/#1 {"status":"revoked"}',
          'undo PUT /api/admin/notifications/#1 {"status":"pending"}',
        ],
        Excluir: ['DELETE /api/admin/notifications/#1 {}'],
      },
    },
  },

  deliveries: {
    rows: {
      3: { 'Adicionar chaves ao estoque': ['to /admin/stock?new=1&productId=#3&variantId=#3'] },
    },
  },

  'desk?view=deposits': {
    rows: {
      1: {
        'Atribuir ao pedido': [],
        'Mais ações > Atribuir a um pagamento': [],
        'Mais ações > Encerrar depósito': [
          'POST /api/admin/desk/deposits/#1/close {"reason":"7","reference":"7"}',
        ],
      },
    },
  },

  jobs: {
    rows: {
      1: {
        'Tentar agora': ['POST /api/admin/jobs/#1/retry {}'],
        Descartar: ['DELETE /api/admin/jobs/#1 {}'],
      },
    },
  },

  discord: {
    rows: {
      1: {
        'Tentar agora': ['POST /api/admin/chat-roles/#1/retry {}'],
        'Abrir o usuário': [
          'to /admin/users?search=maria-aparecida.albuquerque%40financeiro.empresa-de-exemplo.test',
        ],
      },
    },
  },

  reviews: {
    rows: {
      1: {
        'Situação > Não publicada': [
          'PATCH /api/admin/reviews/#1/status {"status":"rejected",' +
            '"editedAt":"2026-12-30T22:58:59.000Z","reason":"7"}',
          'undo PATCH /api/admin/reviews/#1/status {"status":"published","editedAt":"2026-12-30T22:58:59.000Z"}',
        ],
        'Não publicar': [
          'PATCH /api/admin/reviews/#1/status {"status":"rejected",' +
            '"editedAt":"2026-12-30T22:58:59.000Z","reason":"7"}',
          'undo PATCH /api/admin/reviews/#1/status {"status":"published","editedAt":"2026-12-30T22:58:59.000Z"}',
        ],
        'Mais ações > Responder': ['PUT /api/admin/reviews/#1/reply {"text":"7"}'],
        'Mais ações > Excluir': ['DELETE /api/admin/reviews/#1 {}'],
      },
    },

    bulk: {
      Publicar: [
        'PATCH /api/admin/reviews/#2/status {"status":"published","editedAt":"2026-12-30T22:58:59.000Z"}',
        'undo PATCH /api/admin/reviews/#2/status {"status":"rejected",' +
          '"editedAt":"2026-12-30T22:58:59.000Z","reason":"."}',
      ],
    },
  },

  [`products?pageOf=${id}&part=prices`]: {
    rows: { 1: { 'Encerrar agora': ['DELETE /api/admin/product/#1/prices/#1 {}'] } },
  },

  [`products?pageOf=${id}&part=options`]: {
    rows: {
      2: {
        Subir: [
          'PATCH /api/admin/product/#1/variants/order {"ids":["#0","#2","#1","#3","#4","#5","#6","#7"]}',
        ],
        Descer: [
          'PATCH /api/admin/product/#1/variants/order {"ids":["#0","#1","#3","#2","#4","#5","#6","#7"]}',
        ],
        'Mais ações > Editar': ['to /admin/products?pageOf=#1&part=options&option=#2'],
        'Mais ações > Desativar': [
          'PUT /api/admin/product/#2/variants/#2 {"active":false}',
          'undo PUT /api/admin/product/#2/variants/#2 {"active":true}',
        ],
      },
    },
  },
}
