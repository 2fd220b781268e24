/** How long a click waits for its part of the page, in milliseconds. */
const PATIENCE = 30_000

/**
 * What a click before a page's script has arrived was meant for. Links, forms with an address and menus of the browser's
 * own work without a script and are left alone.
 */
const MEANT =
  'button:not([popovertarget], [commandfor]), input[type=submit], input[role=combobox], [role=button], [role=tab]'

/**
 * A script for the head of a page: a press of a button that React has not taken over yet is kept and repeated once it
 * has, instead of being lost, as React does with presses in parts whose files are still on their way. Of several presses
 * the last one counts. It stops waiting after 30 s.
 */
export const earlyClickScript = `(function(){var meant
function isAlive(e){for(var k in e)if(k.indexOf('__reactProps')===0)return true
return false}
addEventListener('click',function(click){
var e=click.target&&click.target.closest&&click.target.closest('${MEANT}')
if(!e||isAlive(e)||e.form&&e.form.hasAttribute('action'))return
click.preventDefault();click.stopImmediatePropagation()
var until=Date.now()+${PATIENCE}
meant=e;(function wait(){
if(meant!==e||!e.isConnected||Date.now()>until)return
if(isAlive(e)){meant=null;e.click()}else setTimeout(wait,50)})()},true)})()`
