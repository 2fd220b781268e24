/**
 * A script for the end of a page: asks for its modules, the first of which starts the page, once the browser has painted
 * what the server has sent, so that on a slow line the first view shares it with nothing. Presses until then are kept
 * (`early-clicks.ts`). A page that nobody looks at yet paints nothing, and does not wait.
 */
export const startScript = ([first, ...others]: readonly string[]): string => `(function(){function add(tag,given){
document.head.appendChild(Object.assign(document.createElement(tag),given))}
function start(){
${JSON.stringify(others)}.forEach(function(file){add('link',{rel:'modulepreload',href:file})})
add('script',{type:'module',src:${JSON.stringify(first)}})}
if(document.visibilityState==='visible')requestAnimationFrame(function(){setTimeout(start)})
else start()
document.currentScript.remove()})()`
