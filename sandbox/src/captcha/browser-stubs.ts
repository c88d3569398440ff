/**
 * Replaces Google's script in the shop's page: `ready`, and `execute`, which gets a token from this
 * sandbox.
 */
export const recaptchaScript = (origin: string): string => `(() => {
  const origin = ${JSON.stringify(origin)};
  const execute = async (sitekey, options = {}) => {
    const { action = '' } = options;
    const params = new URLSearchParams({ service: 'recaptcha', sitekey, action });
    const reply = await fetch(origin + '/sandbox/token?' + params);
    if (!reply.ok) throw new Error('Invalid site key or not loaded in api.js: ' + sitekey);
    return reply.text();
  };
  const ready = (run) => queueMicrotask(run);
  window.grecaptcha = { ready, execute, enterprise: { ready, execute } };
})();
`

/**
 * Replaces Turnstile's script in the shop's page: the calls of explicit rendering (such as `render`
 * and `execute`), with tokens from this sandbox.
 */
export const turnstileScript = (origin: string): string => `(() => {
  const origin = ${JSON.stringify(origin)};
  const widgets = new Map();
  let next = 1;
  const solve = async (id) => {
    const widget = widgets.get(id);
    if (!widget) return;
    const { sitekey, action = '', cData = '' } = widget.options;
    try {
      const params = new URLSearchParams({ service: 'turnstile', sitekey, action, cData });
      const reply = await fetch(origin + '/sandbox/token?' + params);
      if (!reply.ok) throw new Error('400020');
      widget.token = await reply.text();
      widget.options.callback?.(widget.token);
    } catch (error) { widget.options['error-callback']?.(error.message); }
  };
  window.turnstile = {
    ready: (run) => queueMicrotask(run),
    render(_element, options) {
      const id = 'cf-' + next++;
      widgets.set(id, { options, token: undefined });
      if (options.execution !== 'execute') solve(id);
      return id;
    },
    execute: (id) => solve(id),
    reset(id) {
      const widget = widgets.get(id);
      if (!widget) return;
      widget.token = undefined;
      solve(id);
    },
    remove: (id) => { widgets.delete(id); },
    getResponse: (id) => widgets.get(id)?.token,
    isExpired: () => false,
  };
})();
`
