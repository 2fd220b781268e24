/** What other programs put into the clipboard as HTML, shortened, and what of it has to stand in a text. */
export type ClipboardSample = { program: string; html: string; stands: string[]; left_out?: string }

/** Word 365: a title, a numbered list in a bulleted one, remains of Office, a drawing, and a table. */
const WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/ann/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<style><!-- p.MsoNormal {margin:0in; font-family:"Calibri",sans-serif;} @list l0 {mso-list-id:1;} --></style></head>
<body lang=EN-US style='tab-interval:.5in'><!--StartFragment-->
<p class=MsoTitle>Ladder safety<o:p></o:p></p>
<h2>Before you climb<o:p></o:p></h2>
<p class=MsoNormal>Look at the <b style='mso-bidi-font-weight:normal'>rungs</b> and the <i>feet</i>.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Set it up<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:1.0in;mso-add-space:auto;text-indent:-.25in;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>One foot out<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:1.0in;mso-add-space:auto;text-indent:-.25in;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>Four feet up<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span></span><![endif]>Tie it off<o:p></o:p></p>
<p class=MsoNormal><!--[if gte vml 1]><v:shape id="Picture_x0020_1" style='width:100pt;height:80pt'><v:imagedata src="file:///C:/Users/ann/clip_image001.png"/></v:shape><![endif]--><![if !vml]><img width=133 height=107 src="file:///C:/Users/ann/clip_image002.png" v:shapes="Picture_x0020_1"><![endif]><a href="https://www.osha.gov/ladders"><span style='color:#0563C1;text-decoration:underline'>OSHA</span></a><o:p></o:p></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none'>
<tr style='mso-yfti-irow:0'><td width=312 valign=top style='width:233.75pt;border:solid windowtext 1.0pt'><p class=MsoNormal style='margin-bottom:0in'>Type<o:p></o:p></p></td><td width=312 valign=top><p class=MsoNormal>Load<o:p></o:p></p></td></tr>
<tr><td width=312><p class=MsoNormal>IA<o:p></o:p></p></td><td width=312><p class=MsoNormal>300 lb<o:p></o:p></p></td></tr></table>
<!--EndFragment--></body></html>`

/** Google Docs: all in a bold element that is not bold, lists beside their items, bold by style, and a picture that runs out. */
const GOOGLE_DOCS = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-5f1c2a1e-7fff-1b1b-aaaa-000000000000"><h2 dir="ltr" style="line-height:1.38;margin-top:18pt;"><span style="font-size:16pt;font-family:Arial,sans-serif;color:#000000;font-weight:400;white-space:pre-wrap;">Scaffolds</span></h2><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;">Never </span><span style="font-size:11pt;font-weight:700;">move</span><span style="font-size:11pt;font-weight:400;"> one that is in use.</span></p><br /><ul style="margin-top:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span>Planks</span></p></li><ul style="padding-inline-start:48px;"><li dir="ltr" style="list-style-type:circle;" aria-level="2"><p dir="ltr" role="presentation"><span>Overlap</span></p></li></ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Rails</span></p></li></ul><p dir="ltr"><span><span style="border:none;display:inline-block;width:200px;height:100px;"><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nX?key=abc" width="200" height="100" /></span></span></p><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;border-collapse:collapse;"><colgroup><col width="312" /><col width="312" /></colgroup><tbody><tr style="height:0pt"><td style="border:solid #000 1pt;"><p dir="ltr"><span>Height</span></p></td><td><p dir="ltr"><span>10 ft</span></p></td></tr></tbody></table></div></b><br class="Apple-interchange-newline">`

const LIBRE_OFFICE = `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title><meta name="generator" content="LibreOffice 24.2 (Linux)"/><style type="text/css">p { line-height: 115% }</style></head><body lang="en-US" dir="ltr"><h1 class="western">Harness</h1><p style="line-height: 100%"><font face="Liberation Serif, serif"><font size="3">Check the <b>D-ring</b>.</font></font></p><ol start="3"><li><p>Chest strap</p></li><ol type="a"><li><p>Snug</p></li></ol><li><p>Leg straps</p></li></ol></body></html>`

const EXCEL = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet><style><!--td {mso-number-format:General;} .xl65 {font-weight:700;}--></style></head><body link="#0563C1" vlink="#954F72"><table border=0 cellpadding=0 cellspacing=0 width=128 style='border-collapse:collapse;width:96pt'><!--StartFragment--><col width=64 span=2 style='width:48pt'><tr height=20 style='height:15.0pt'><td height=20 class=xl65 width=64>Site</td><td width=64>Hours</td></tr><tr height=20><td height=20>North</td><td align=right x:num>7.5</td></tr><tr height=20><td colspan=2 height=20>Total 7.5</td></tr><!--EndFragment--></table></body></html>`

const PAGES = `<!DOCTYPE html><html><head><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">p.p1 {margin: 0.0px; font: 12.0px Helvetica} li.li1 {font: 12.0px Helvetica}</style></head><body><p class="p1"><b>Gloves</b></p><p class="p2"><br></p><ul class="ul1"><li class="li1"><span class="s1"></span>Leather<ul class="ul1"><li class="li1">Cut level 5</li></ul></li></ul></body></html>`

const WEB_PAGE = `<meta charset='utf-8'><div class="article" style="color: rgb(1,2,3); background: #ff0"><h3 style="font-size:30px">Hard hats</h3><div class="lead">Replace one after <em>any</em> blow.</div><script>alert(1)</script><table><caption>Classes</caption><thead><tr><th scope="col">Class</th></tr></thead><tbody><tr><td>E</td></tr></tbody></table><p>Read <a href="https://example.com/hats" style="text-decoration: underline" onclick="x()">more</a> about hats.<img src="data:image/png;base64,iVBORw0KGgo=" alt=""></p></div>`

export const CLIPBOARD_SAMPLES: readonly ClipboardSample[] = [
  {
    program: 'Word',
    html: WORD,
    left_out: 'clip_image002.png: It is a file of another program.',
    stands: [
      'h1: Ladder safety',
      'h2: Before you climb',
      'p: Look at the **rungs** and the _feet_.',
      'ul li p: Set it up',
      'ul li ol li p: One foot out',
      'ul li ol li p: Four feet up',
      'ul li p: Tie it off',
      'p: [OSHA](https://www.osha.gov/ladders)',
      ...['table td p: Type', 'table td p: Load', 'table td p: IA', 'table td p: 300 lb'],
    ],
  },
  {
    program: 'Google Docs',
    html: GOOGLE_DOCS,
    left_out: 'Picture 1: ',
    stands: [
      'h2: Scaffolds',
      'p: Never **move** one that is in use.',
      'ul li p: Planks',
      'ul li ul li p: Overlap',
      'ul li p: Rails',
      ...['table td p: Height', 'table td p: 10 ft'],
    ],
  },
  {
    program: 'LibreOffice',
    html: LIBRE_OFFICE,
    stands: [
      'h1: Harness',
      'p: Check the **D-ring**.',
      'ol3 li p: Chest strap',
      'ol3 li ol li p: Snug',
      'ol3 li p: Leg straps',
    ],
  },
  {
    program: 'Excel',
    html: EXCEL,
    stands: ['Site', 'Hours', 'North', '7.5', 'Total 7.5'].map((word) => `table td p: ${word}`),
  },
  { program: 'Pages', html: PAGES, stands: ['p: **Gloves**', 'ul li p: Leather', 'ul li ul li p: Cut level 5'] },
  {
    program: 'a web page',
    html: WEB_PAGE,
    left_out: 'Picture 1.png',
    stands: [
      'h3: Hard hats',
      'p: Replace one after _any_ blow.',
      ...['table caption p: Classes', 'table th p: Class', 'table td p: E'],
      'p: Read [more](https://example.com/hats) about hats.',
    ],
  },
]

/** The words of a text line by line, each below the parts it stands in. Runs in the page. */
export const standingLines = (root: Element): string[] => {
  const PARTS = 'h1 h2 h3 h4 h5 h6 p ul ol li table td th caption'.split(' ')
  const written = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
    const { localName } = node as Element
    const inner = [...node.childNodes].map(written).join('')
    if (localName === 'strong') return `**${inner}**`
    if (localName === 'em') return `_${inner}_`
    if (localName === 'u') return `=${inner}=`
    if (localName === 'a') return `[${inner}](${(node as Element).getAttribute('href')})`
    return localName === 'img' ? '(picture)' : inner
  }
  const nameOf = (element: Element) =>
    element.localName === 'ol' && element.hasAttribute('start')
      ? `ol${element.getAttribute('start')}`
      : element.localName
  return [...root.querySelectorAll('p, h1, h2, h3, h4, h5, h6')].map((line) => {
    const parts: string[] = []
    for (let at: Element | null = line; at && at !== root; at = at.parentElement)
      if (PARTS.includes(at.localName)) parts.unshift(nameOf(at))
    return `${parts.join(' ')}: ${written(line).replace(/\s+/g, ' ').trim()}`
  })
}
