// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

contract OpenItemTest is EscrowTest {
    function test_openItem_reverts_fromAnyCaller() public {
        MeterTerms memory terms = defaultTerms();
        bytes memory signature = signOpening(terms, PAYER_KEY);
        address[3] memory callers = [operator, payer, stranger];
        for (uint256 i = 0; i < callers.length; i++) {
            vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.NotSelf.selector, callers[i]));
            vm.prank(callers[i]);
            escrow.openItem(operator, terms, signature);
        }
    }
}
