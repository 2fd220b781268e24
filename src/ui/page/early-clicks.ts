/** How long a click waits for its part of the page, in milliseconds. */
const PATIENCE = 30_000

/**
 * The target of a click before the page's script has arrived. Links, forms with an address and the browser's own menus
 * work without a script and are left alone.
 */
const MEANT =
  'button:not([popovertarget], [commandfor]), input[type=submit], input[role=combobox], [role=button], [role=tab]'

/**
 * A script for the head of a page: a press of a button that React has not taken over yet is kept and repeated once it
 * has, instead of being lost. Where React draws a part again the button of the same name takes its place. React swallows
 * presses in parts that are half taken over, on their way to the button: they are repeated as well. Of several presses the
 * last one counts (UIX-033). It stops waiting after 30 s.
 */
export const earlyClickScript = `(function(){var meant
function isAlive(e){for(var k in e)if(k.indexOf('__reactProps')===0)return true
return false}
function nameOf(e){return e.getAttribute('aria-label')||e.textContent||e.name}
function shown(e){if(e.isConnected)return e
var twins=[].filter.call(document.getElementsByTagName(e.tagName),function(x){return nameOf(x)===nameOf(e)})
return twins.length===1?twins[0]:null}
function keep(e){var until=Date.now()+${PATIENCE};meant=e;(function wait(){
if(meant!==e||Date.now()>until)return
var x=shown(e)
if(x&&isAlive(x)){meant=null;x.click()}else setTimeout(wait,50)})()}
addEventListener('click',function(click){
var e=click.target&&click.target.closest&&click.target.closest('${MEANT}')
if(!e||e.form&&e.form.hasAttribute('action'))return
meant=null
if(!isAlive(e)){click.preventDefault();click.stopImmediatePropagation();return keep(e)}
var hasArrived
e.addEventListener('click',function(){hasArrived=true},{capture:true,once:true})
setTimeout(function(){hasArrived||keep(e)})},true)})()`
