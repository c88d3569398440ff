import { counted } from '../counted.ts'
import { refusal } from './refusal.ts'

/** Refusals about the chat server, tickets, notifications and running the shop. */
export const supportErrors = {
  'chat.unconfigured': refusal(409, {
    'pt-BR': 'O Discord ainda não está configurado nesta loja.',
    'en-US': 'Discord is not set up in this shop yet.',
  }),
  'chat.link_invalid': refusal(400, {
    'pt-BR': 'Este pedido de conexão com o Discord expirou ou já foi usado. Conecte de novo.',
    'en-US': 'This request to link Discord has expired or was used. Link again.',
  }),

  'chat.taken': refusal(409, {
    'pt-BR':
      'Esta conta do Discord já está conectada a outra conta da loja. Desconecte-a lá primeiro.',
    'en-US':
      'This Discord account is already linked to another account of the shop. Unlink it there first.',
  }),

  'chat.unavailable': refusal(502, {
    'pt-BR': 'O Discord não respondeu. Tente novamente em instantes.',
    'en-US': 'Discord did not answer. Try again in a moment.',
  }),
  'chat.off': refusal(404, {
    'pt-BR': 'O chat não está configurado nesta loja.',
    'en-US': 'The chat is not configured in this shop.',
  }),
  'chat.unreachable': refusal(404, {
    'pt-BR': 'O chat não responde agora.',
    'en-US': 'The chat does not answer now.',
  }),
  'chat.signature': refusal(401, {
    'pt-BR': 'Assinatura inválida.',
    'en-US': 'Invalid signature.',
  }),
  'mail.inbound_off': refusal(404, {
    'pt-BR': 'Esta loja não recebe respostas por e-mail.',
    'en-US': 'This shop takes no answers by mail.',
  }),
  'mail.inbound_secret': refusal(401, {
    'pt-BR': 'Segredo inválido.',
    'en-US': 'Invalid secret.',
  }),
  'role.not_found': refusal(404, {
    'pt-BR': 'Este cargo não existe mais na lista.',
    'en-US': 'This role is not on the list any more.',
  }),
  'announcement.not_found': refusal(404, {
    'pt-BR': 'Este aviso não existe mais.',
    'en-US': 'This announcement does not exist any more.',
  }),
  'announcement.dates': refusal(400, {
    'pt-BR': 'O fim não pode ser antes do início.',
    'en-US': 'The end must not be before the start.',
  }),
  'announcement.ahead': refusal(400, {
    'pt-BR': 'Uma ocorrência já começou: só uma manutenção pode ser marcada para depois.',
    'en-US': 'An incident has begun already: only maintenance can be planned for later.',
  }),
  'ticket.not_found': refusal(404, {
    'pt-BR': 'Ticket não encontrado.',
    'en-US': 'Ticket not found.',
  }),
  'ticket.open': refusal(409, {
    'pt-BR': 'Feche o ticket antes de excluí-lo.',
    'en-US': 'Close the ticket before you delete it.',
  }),
  'ticket.archiving': refusal(409, {
    'pt-BR': 'A conversa do chat ainda está sendo guardada. Tente de novo em instantes.',
    'en-US': 'The conversation of the chat is still being kept. Try again in a moment.',
  }),
  'ticket.chat_failed': refusal(502, {
    'pt-BR': 'Não consegui abrir o canal do ticket. Tente de novo mais tarde.',
    'en-US': "The ticket's channel could not be opened. Please try again later.",
  }),
  'ticket.closed': refusal(409, {
    'pt-BR': 'O ticket está fechado. Reabra-o para acrescentar mensagens.',
    'en-US': 'The ticket is closed. Open it again to add messages.',
  }),
  'ticket.crossed': refusal(409, {
    'pt-BR':
      'Chegou uma mensagem enquanto você escrevia. Leia-a e envie de novo; o texto continua aqui.',
    'en-US': 'A message came while you were writing. Read it and send again; your text stays here.',
  }),
  'ticket.assignee_unknown': refusal(409, {
    'pt-BR': 'Esta pessoa não faz mais parte da equipe. Escolha outra.',
    'en-US': 'This person is not on the team any more. Choose another.',
  }),
  'reply.not_found': refusal(404, {
    'pt-BR': 'Esta resposta pronta não existe mais.',
    'en-US': 'This saved reply does not exist any more.',
  }),
  'reply.title_taken': refusal(409, {
    'pt-BR': 'Já existe uma resposta pronta com este título.',
    'en-US': 'There is already a saved reply with this title.',
  }),
  'reply.too_many': refusal(409, ({ most }: { most: number }) => ({
    'pt-BR': `A loja guarda até ${most} respostas prontas. Exclua uma antes de criar outra.`,
    'en-US': `The shop keeps up to ${most} saved replies. Delete one before you make another.`,
  })),

  'ticket.too_many_open': refusal(409, ({ most }: { most: number }) => ({
    'pt-BR':
      `Você já tem ${most} tickets abertos. ` +
      'Continue em um deles ou feche um antes de abrir outro.',
    'en-US':
      `You already have ${most} open tickets. ` +
      'Go on in one of them, or close one before you open another.',
  })),

  'ticket.too_many_messages': refusal(429, ({ minutes }: { minutes: number }) => ({
    'pt-BR':
      'Você enviou muitas mensagens nesta hora. Tente de novo em ' +
      `${counted(minutes, 'minuto', 'minutos')}; o texto continua aqui.`,
    'en-US':
      'You sent many messages this hour. Try again in ' +
      `${counted(minutes, 'minute', 'minutes')}; your text stays here.`,
  })),

  'ticket.reopen_over': refusal(409, ({ days }: { days: number }) => ({
    'pt-BR': `Este ticket foi fechado há mais de ${days} dias. Abra um novo.`,
    'en-US': `This ticket was closed more than ${days} days ago. Open a new one.`,
  })),
  'ticket.order_unknown': refusal(404, {
    'pt-BR': 'Este pedido não está entre as suas compras. Escolha outro ou continue sem pedido.',
    'en-US': 'This order is not among your purchases. Choose another or go on without an order.',
  }),
  'ticket.file_type': refusal(400, {
    'pt-BR': 'Este arquivo não é aceito. Envie imagens PNG, JPEG ou WebP, PDF ou texto.',
    'en-US': 'This file is not taken. Send PNG, JPEG or WebP pictures, PDF or text.',
  }),
  'ticket.file_large': refusal(413, ({ megabytes }: { megabytes: number }) => ({
    'pt-BR': `O arquivo é grande demais: até ${megabytes} MB.`,
    'en-US': `The file is too large: up to ${megabytes} MB.`,
  })),
  'ticket.file_gone': refusal(409, {
    'pt-BR': 'Um dos arquivos não está mais guardado. Tire-o e anexe de novo.',
    'en-US': 'One of the files is no longer kept. Take it out and attach it again.',
  }),
  'ticket.file_unknown': refusal(404, {
    'pt-BR': 'Arquivo não encontrado.',
    'en-US': 'File not found.',
  }),
  'notification.none': refusal(404, {
    'pt-BR': 'Nenhuma notificação encontrada no sistema',
    'en-US': 'No notification found in the system',
  }),
  'notification.not_found': refusal(404, {
    'pt-BR': 'Notificação não encontrada.',
    'en-US': 'Notification not found.',
  }),
  'settings.no_preview': refusal(409, {
    'pt-BR': 'A prévia não está disponível: este servidor não desenha as páginas.',
    'en-US': 'There is no preview: this server does not draw the pages.',
  }),
  'settings.changed': refusal(409, {
    'pt-BR': 'Outra pessoa mudou as configurações enquanto isso. Recarregue para ver as mudanças.',
    'en-US': 'Somebody else changed the settings meanwhile. Reload to see the changes.',
  }),
  'job.not_found': refusal(404, {
    'pt-BR': 'Esta tarefa já terminou ou não existe mais.',
    'en-US': 'This job has finished or does not exist any more.',
  }),
  'job.running': refusal(409, {
    'pt-BR': 'Esta tarefa está em execução agora. Espere ela terminar.',
    'en-US': 'This job is running now. Wait until it ends.',
  }),
}
