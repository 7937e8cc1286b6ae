// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterTerms} from "../../src/MeterTerms.sol";
import {EscrowTest} from "../base/EscrowTest.sol";

/// @notice Terms that differ in anything are meters of their own. A payer who signs twice, even for one subscription,
/// can be charged for both, and ends both alike.
contract EverySignatureADepositTest is EscrowTest {
    function test_twoSignatures_openTwoMeters_andTheStopsOfBothEndBoth() public {
        MeterTerms memory first = defaultTerms();
        MeterTerms memory second = defaultTerms();
        second.openBy += 1;
        second.expiry += 1;
        openMeter(first);
        vm.warp(second.openBy - 1);
        openMeter(second);
        assertBalances(FUNDS - 2 * DEPOSIT, 0, 0, 2 * DEPOSIT);
        stopAsPayer(first);
        stopAsPayer(second);
        vm.warp(block.timestamp + first.stopGrace);
        closeAsOperator(first, 3600);
        escrow.reclaim(second);
        assertBalances(FUNDS - 498_600, 493_614, 4_986, 0);
    }
}
